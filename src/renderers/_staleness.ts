/** That the working tree has moved on from the index: one line of text and Markdown, one member of the JSON. */
import type { StaleFile, StaleIndex } from "../model/mod.ts";
import { filledRecord, flag, jsonText, number, type Writer } from "./_json.ts";
import { plural } from "./_labels.ts";
import { visible } from "../text/mod.ts";

/** What is said of a file whose lines may have moved. */
export const CHANGED_SINCE = "changed since it was indexed";

/** What differs, and what to do about it. */
export function staleness(stale: StaleIndex, remedy = "--refresh"): string {
  const commit = stale.indexed_commit === undefined ? "" : ` (commit ${visible(stale.indexed_commit)})`;
  return `Stale: ${
    plural(stale.files, "file")
  } changed since the index was built${commit}; ${remedy} brings it up to date.`;
}

/** The same for an answer about one file. */
export function fileStaleness(stale: StaleFile): string {
  return `${staleness(stale)}${stale.this_file ? " This file is one of them." : ""}`;
}

/** The member `stale` of an answer. */
export const staleJson: Writer<StaleIndex> = filledRecord<StaleIndex>({
  files: number,
  indexed_commit: jsonText,
});

/** The same for an answer about one file. */
export const staleFileJson: Writer<StaleFile> = filledRecord<StaleFile>({
  files: number,
  indexed_commit: jsonText,
  this_file: flag,
});
