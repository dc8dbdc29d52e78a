/** Instruction files that say the same twice. */
import { compareStrings } from "../../model/mod.ts";
import type { FindingList, LintedFile, LintScope } from "./finding_list.ts";

/** Shared share of distinct lines above which two files are near duplicates. */
const SIMILAR = 0.9;

/** Short files share lines by chance. */
const MIN_LINES = 10;

/** A line in more files than this says nothing about two of them. */
const COMMON_LINE_FILES = 50;

/** Reports files that equal, or nearly equal, an earlier one. Links are no copies. */
export function checkDuplicates(scope: LintScope, list: FindingList): void {
  const files = scope.files.filter(({ kind, link, text }) =>
    (kind === "instructions" || kind === "rule") && !link && !onlyImports(text)
  );
  const firstWithText = new Map<string, string>();
  const distinct: LintedFile[] = [];
  for (const file of files) {
    const first = firstWithText.get(file.text);
    if (first === undefined) {
      firstWithText.set(file.text, file.path);
      distinct.push(file);
    } else list.add("duplicate-file", "warning", file.path, `has the same text as ${first}`);
  }
  reportSimilar(distinct, list);
}

/** Equal imports lead to different files in different directories. */
function onlyImports(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(?:@\S+\s*)?$/.test(line));
}

function reportSimilar(files: readonly LintedFile[], list: FindingList): void {
  const lines = files.map(({ text }) =>
    new Set(text.split("\n").map((line) => line.trim()).filter((line) => line !== ""))
  );
  const holders = new Map<string, number[]>();
  for (const [index, own] of lines.entries()) {
    if (own.size < MIN_LINES) continue;
    for (const line of own) {
      const indexes = holders.get(line);
      if (indexes === undefined) holders.set(line, [index]);
      else indexes.push(index);
    }
  }
  const shared = new Map<string, number>();
  for (const indexes of holders.values()) {
    if (indexes.length > COMMON_LINE_FILES) continue;
    for (const [at, first] of indexes.entries()) {
      for (const second of indexes.slice(at + 1)) {
        const pair = `${first} ${second}`;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
    }
  }
  for (const [pair, count] of [...shared].sort(([a], [b]) => compareStrings(a, b))) {
    const [first, second] = pair.split(" ").map(Number) as [number, number];
    const union = (lines[first]?.size ?? 0) + (lines[second]?.size ?? 0) - count;
    if (count / union < SIMILAR) continue;
    const percent = Math.floor(100 * count / union);
    list.add(
      "near-duplicate-file",
      "note",
      files[second]?.path ?? "",
      `shares ${percent} % of its lines with ${files[first]?.path}`,
    );
  }
}
