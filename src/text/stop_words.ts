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

/**
 * Words that say what is to be done rather than to what: they stand in every second task and, in code, in places that
 * have nothing to do with it.
 */
export const TASK_WORDS: ReadonlySet<string> = new Set(
  ("fix fixes fixed fixing add adds added adding make makes making made use uses used using support supports supported " +
    "supporting handle handles handled handling allow allows allowed allowing ensure ensures prevent prevents " +
    "avoid avoids improve improves improved improvement improvements update updates updated updating change changes " +
    "changed changing remove removes removed removing implement implements implemented implementing introduce " +
    "introduces refactor refactors refactored refactoring rework clean cleanup correct correctly properly issue " +
    "issues bug bugs problem problems wrong incorrect incorrectly missing broken failing fails failed " +
    "consistently better new old instead don doesn isn won cannot can case cases way ways able get gets getting " +
    "set sets work works working needed need needs want wants show shows unnecessary simplify optimize " +
    "beheben ändern aendern implementieren umbauen hinzufügen hinzufuegen entfernen umbenennen fehler kaputt")
    .split(" "),
);
