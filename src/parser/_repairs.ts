/** Building blocks of {@link Repair}s. */
import type { Repair } from "./language.ts";

/** A pattern with the `g` flag, and what stands in for a match: a text of the same length. */
export type Substitution = readonly [
  pattern: RegExp,
  standIn: (match: string, ...groups: string[]) => string,
];

/** As many spaces as the text is long. */
export function blank(text: string): string {
  return " ".repeat(text.length);
}

/** Applies all substitutions, one after the other. */
export function substituting(substitutions: readonly Substitution[]): Repair {
  return (source) =>
    substitutions.reduce((text, [pattern, standIn]) => text.replace(pattern, standIn), source);
}

/** A line of conditional compilation. */
export const CONDITIONAL: RegExp = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

/** Blanks the lines of `#if`, `#else`, …, as if every branch were compiled: a directive may stand inside a statement. */
export function withoutConditionals(source: string): string {
  return mapLines(source, (line) => CONDITIONAL.test(line) ? blank(line) : line);
}

/** Blanks them and all branches but the first of each. */
export function firstBranchesOnly(source: string): string {
  const isDropped: boolean[] = [];
  return mapLines(source, (line) => {
    const word = CONDITIONAL.exec(line)?.[1];
    if (word === undefined) return isDropped.at(-1) === true ? blank(line) : line;
    if (word.startsWith("if")) isDropped.push(isDropped.at(-1) === true);
    else if (word === "endif") isDropped.pop();
    else if (isDropped.length > 0) isDropped[isDropped.length - 1] = true;
    return blank(line);
  });
}

function mapLines(source: string, map: (line: string) => string): string {
  return source.split("\n").map(map).join("\n");
}
