/** What somebody may have meant. */
import type { UnknownWord } from "./invocation.ts";

/** At most this many suggestions help; more are noise. */
const MOST = 3;

/** Longer words were not meant to be a command or option. */
const LONGEST = 40;

/** How many edits may lie between a word of this length and the one meant: two, since letters trade places. */
function mostEdits(length: number): number {
  return length <= 3 ? 1 : Math.max(2, length / 3);
}

/** The candidates close enough to a mistyped word, nearest first, or of which one is the beginning of the other. */
export async function suggest({ word, candidates }: UnknownWord): Promise<string[]> {
  if (word.length > LONGEST) return [];
  const { distance } = await import("fastest-levenshtein");
  const typed = word.toLowerCase();
  return candidates
    .map((candidate) => ({
      candidate,
      edits: candidate.startsWith(typed) || typed.startsWith(candidate) ? 0 : distance(typed, candidate),
    }))
    .filter(({ candidate, edits }) => edits <= mostEdits(Math.max(candidate.length, typed.length)))
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}
