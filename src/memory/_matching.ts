/** How well an entry answers a set of terms. */
import { compareStrings } from "../model/mod.ts";
import { indexTerms, termsOfWord, words } from "../text/mod.ts";
import type { MemoryEntry } from "./entry.ts";

const FULL_CREDIT = 1;
/** For a term that only the path of a linked file contains. */
const PATH_CREDIT = 0.5;

/** What an entry scores, in [0, 1], and why: `term:`, `tag:` and `file:` reasons in the order of the terms. */
export interface TermScore {
  score: number;
  reasons: string[];
}

/** Everything a text can be found by: its words, and the stems of the parts of its identifiers. */
function searchable(text: string): ReadonlySet<string> {
  return new Set([...words(text), ...indexTerms(text)]);
}

function contains(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  const stems = termsOfWord(term);
  return stems.length > 0 && stems.every((stem) => terms.has(stem));
}

/** The share of the terms that the entry contains; a term found only in a linked path counts half. */
export function scoreTerms(entry: MemoryEntry, terms: readonly string[]): TermScore {
  const text = searchable(entry.text);
  const paths = Object.keys(entry.files ?? {}).sort(compareStrings)
    .map((path) => ({ path, terms: searchable(path) }));
  const reasons = new Set<string>();
  let credit = 0;
  for (const term of terms) {
    if (contains(text, term)) {
      reasons.add(`term:${term}`);
      credit += FULL_CREDIT;
    } else if (entry.tags?.includes(term)) {
      reasons.add(`tag:${term}`);
      credit += FULL_CREDIT;
    } else {
      const found = paths.find((path) => contains(path.terms, term));
      if (!found) continue;
      reasons.add(`file:${found.path}`);
      credit += PATH_CREDIT;
    }
  }
  return { score: terms.length === 0 ? 0 : credit / terms.length, reasons: [...reasons] };
}
