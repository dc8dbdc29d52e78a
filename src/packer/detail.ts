/** `--detail auto`: rule table version 1 of section 4.7 of the specification. */
import type { Detail } from "../model/mod.ts";

const ACTION = new Set(
  ("fix change implement refactor debug test add remove rename migrate update bug broken failing patch write beheben " +
    "ändern aendern implementieren umbauen testen hinzufügen hinzufuegen entfernen umbenennen fehler kaputt")
    .split(" "),
);
const SURVEY = new Set(
  ("where find locate which list overview architecture structure impact impacts dependency dependencies uses wo " +
    "finde finden welche welcher überblick ueberblick architektur struktur auswirkung auswirkungen abhängigkeiten " +
    "abhaengigkeiten").split(" "),
);

/**
 * The level for a task: an action word asks for source, a survey word without one for outlines.
 *
 * @param terms reported terms, synonyms included.
 */
export function detailFor(terms: readonly string[]): Detail {
  if (terms.some((term) => ACTION.has(term))) return "slices";
  return terms.some((term) => SURVEY.has(term)) ? "outline" : "slices";
}
