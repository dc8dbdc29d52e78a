/**
 * Matches the folder patterns of workspaces: `*`, `?`, `**` and one level of `{a,b}`. Own code because a pattern
 * comes from the repository and a regular expression made of it may take exponential time.
 */

/** Longer patterns are not written by people. */
const MAX_PATTERN_LENGTH = 1024;
/** Nor are more alternatives in one pattern. */
const MAX_ALTERNATIVES = 64;

/** A pattern taken apart: each alternative as its segments. */
export type FolderPattern = readonly (readonly string[])[];

/** Takes a pattern apart; one that is absurdly long matches nothing. */
export function toFolderPattern(pattern: string): FolderPattern {
  if (pattern.length > MAX_PATTERN_LENGTH) return [];
  return alternatives(pattern).map((each) => each.split("/").filter((part) => part !== "" && part !== "."));
}

/** Whether a folder, relative to the workspace root, matches a pattern. */
export function matchesFolder(pattern: FolderPattern, folder: string): boolean {
  const segments = folder === "" ? [] : folder.split("/");
  return pattern.some((parts) => matchesSegments(parts, segments));
}

function alternatives(pattern: string): string[] {
  let expanded = [pattern];
  for (const group of pattern.match(/\{[^{}]*,[^{}]*\}/g) ?? []) {
    const choices = group.slice(1, -1).split(",");
    if (expanded.length * choices.length > MAX_ALTERNATIVES) return [pattern];
    expanded = expanded.flatMap((text) => choices.map((choice) => text.replace(group, () => choice)));
  }
  return expanded;
}

/** Greedy matching that only ever returns to the last `**`: quadratic at worst. */
function matchesSegments(parts: readonly string[], segments: readonly string[]): boolean {
  return matchesSequence(parts.length, segments.length, (part) => parts[part] === "**", (part, segment) => {
    return matchesName(parts[part]!, segments[segment]!);
  });
}

function matchesName(pattern: string, name: string): boolean {
  return matchesSequence(pattern.length, name.length, (index) => pattern[index] === "*", (index, at) => {
    return pattern[index] === "?" || pattern[index] === name[at];
  });
}

function matchesSequence(
  patternLength: number,
  length: number,
  isGap: (index: number) => boolean,
  matches: (index: number, at: number) => boolean,
): boolean {
  let index = 0;
  let at = 0;
  let gap = -1;
  let gapEnd = 0;
  while (at < length) {
    if (index < patternLength && isGap(index)) {
      gap = index++;
      gapEnd = at;
    } else if (index < patternLength && matches(index, at)) {
      index++;
      at++;
    } else if (gap >= 0) {
      index = gap + 1;
      at = ++gapEnd;
    } else {
      return false;
    }
  }
  while (index < patternLength && isGap(index)) index++;
  return index === patternLength;
}
