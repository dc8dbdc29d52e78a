/** Words that say nothing about the subject of a question. */

const ENGLISH =
  "a an the to of in on at for and or is are be i want wanna would like my me it this that with how do " +
  "need please can should";
const GERMAN =
  "ich möchte moechte will der die das den dem ein eine einen und oder zu von mit für fuer wie soll " +
  "möchten im am";

/** The stop words of section 10 of the specification: English and German. */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${GERMAN}`.split(" "));

/** Question words and auxiliaries that are weak evidence: dropped from ranking, but still reported as terms. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  ("where what which who why when does did has have had was were been being will not no if then than there here " +
    "from by as into out over under about after before when while also just only so such some any all more most " +
    "its their them they we you your our us he she his her may might could must shall " +
    "wo was welche welcher welches warum wann nicht kein keine ist sind war hat haben wird werden auf aus bei nach " +
    "vor über unter durch auch nur so").split(" "),
);
