/** From the words of a task to the terms it is searched by. */
import {
  fold,
  indexTerms,
  isAscii,
  queryTerms,
  splitIdentifier,
  stem,
  STOP_WORDS,
  TASK_WORDS,
  termsOfWord,
  WEAK_WORDS,
} from "../text/mod.ts";

/** A place named in a task: `src/http.ts:12`, or a frame of a stack trace. */
export interface NamedPlace {
  path: string;
  line?: number;
}

/** How a text is meant. */
export type QueryStyle = "task" | "search";

/** A task, taken apart. */
export interface AnalyzedQuery {
  text: string;
  /** Words without stop words, first occurrence kept, each followed by its synonyms: what the answer reports. */
  reported: string[];
  /** Index term → weight in the question, before rarity. */
  terms: Map<string, number>;
  /** Identifiers that stand in the text as such (`loginUser`, `max_size`, `Foo.bar`), folded. */
  identifiers: Set<string>;
  places: NamedPlace[];
  /** Index terms of the first line, which says what the task is about; later lines may mention much. */
  subject: Set<string>;
  /** Stems of the scope of a conventional subject: `css` in `css: keep order` and in `fix(css): keep order`. */
  scope: Set<string>;
}

const PLACE = /(?:[\w@$.+-]+[\\/])*[\w@$.+-]*\w\.[A-Za-z]{1,6}(?::(\d+))?/g;
const SCOPE = /^\s*(?:[a-z]+\(([^)]{1,60})\)!?|([\w@./ -]{2,40})):\s/i;

/** Weight of an expansion beside the word that brought it. */
const SYNONYM_WEIGHT = 0.6;
/** Weight of the parts of an identifier beside the identifier itself. */
const PART_WEIGHT = 0.6;
/** Question words and auxiliaries count only when there is nothing else. */
const WEAK_WEIGHT = 0.02;
/** Two words that stand side by side in the task may be one identifier in the code: "source map", `sourceMap`. */
const COMPOUND_WEIGHT = 0.8;
/** "fix" and "support" say little about where. */
const TASK_WEIGHT = 0.4;
/** A task's first line says what it is about; later lines explain. */
const LATER_LINE_WEIGHT = 0.6;
/** Each further occurrence of a word adds this much, up to the limit. */
const REPEAT_WEIGHT = 0.25;
const MAX_REPEATS = 3;
/** A pasted log is cut here: later words would drown the question. */
const MAX_TERMS = 60;

/**
 * Analyses a task.
 *
 * @param synonyms lower-case word → expansions, from the configuration.
 * @param style a task is prose, where stop words say nothing; a search may consist of them.
 */
export function analyzeQuery(
  text: string,
  synonyms: Readonly<Record<string, readonly string[]>>,
  style: QueryStyle = "task",
): AnalyzedQuery {
  const reported = reportedTerms(text, synonyms);
  const terms = new Map<string, number>();
  const identifiers = new Set<string>();
  const compounds: [string, number][] = [];
  const add = (term: string, weight: number): void => {
    if (term === "") return;
    const known = terms.get(term);
    if (known === undefined) {
      if (terms.size < MAX_TERMS) terms.set(term, weight);
    } else if (weight > known) terms.set(term, weight);
    else terms.set(term, Math.min(known + weight * REPEAT_WEIGHT, known * (1 + REPEAT_WEIGHT * MAX_REPEATS)));
  };
  const addWord = (word: string, weight: number): void => {
    const partWeight = isIdentifier(word) ? PART_WEIGHT : 1;
    for (const [position, term] of termsOfWord(word).entries()) {
      add(term, position > 0 ? weight * partWeight : weight);
    }
  };
  const firstBreak = text.trimStart().indexOf("\n");
  const subject = firstBreak < 0 ? text : text.trimStart().slice(0, firstBreak);
  const parts: [string, number][] = [[subject, 1]];
  if (firstBreak >= 0) parts.push([text.trimStart().slice(firstBreak), LATER_LINE_WEIGHT]);
  for (const [part, partWeight] of parts) {
    let before = "";
    for (const run of wordRuns(part)) {
      const lower = run.toLowerCase();
      const isStopWord = STOP_WORDS.has(lower);
      if (isStopWord && style === "task") {
        before = "";
        continue;
      }
      const folded = fold(run.replace(/[_$]+/g, ""));
      if (before !== "") compounds.push([before + folded, partWeight]);
      before = folded;
      const weight = partWeight * (isStopWord ? WEAK_WEIGHT : wordWeight(lower));
      if (isIdentifier(run)) identifiers.add(fold(run.replace(/[_$]+/g, "")));
      addWord(run, weight);
      for (const expansion of ownList(synonyms, lower)) {
        for (const word of wordRuns(expansion)) addWord(word, weight * SYNONYM_WEIGHT);
      }
    }
  }
  for (const [compound, weight] of compounds) add(compound, weight * COMPOUND_WEIGHT);
  return {
    text,
    reported,
    terms,
    identifiers,
    subject: new Set(indexTerms(subject)),
    places: namedPlaces(text),
    scope: scopeOf(text),
  };
}

function wordWeight(word: string): number {
  if (WEAK_WORDS.has(word)) return WEAK_WEIGHT;
  return TASK_WORDS.has(word) ? TASK_WEIGHT : 1;
}

/** Maximal runs of what identifiers and words consist of. */
function wordRuns(text: string): string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9_$]+/g : /[\p{L}\p{M}\p{Nd}_$]+/gu) ?? [];
}

/** Whether a word is written as only code is, and has parts. */
function isIdentifier(word: string): boolean {
  return hasCodeShape(word) && splitIdentifier(word).length > 1;
}

/** Whether a word is written as only code is: `loginUser`, `max_size`, `HTTPServer`, `sha256`. */
function hasCodeShape(word: string): boolean {
  const shape = isAscii(word)
    ? /[a-z0-9][A-Z]|_|[A-Z]{2,}[a-z]|[A-Za-z]\d|\d[A-Za-z]/
    : /[\p{Ll}\p{Nd}][\p{Lu}]|_|\p{Lu}{2,}\p{Ll}|[\p{L}]\d|\d[\p{L}]/u;
  return shape.test(word);
}

/** The words an answer reports: section 10 of the specification. */
export function reportedTerms(text: string, synonyms: Readonly<Record<string, readonly string[]>>): string[] {
  const reported = new Set<string>();
  for (const word of queryTerms(text)) {
    if (STOP_WORDS.has(word)) continue;
    reported.add(word);
    for (const expansion of ownList(synonyms, word)) {
      for (const term of queryTerms(expansion)) reported.add(term);
    }
  }
  return [...reported];
}

function ownList(lists: Readonly<Record<string, readonly string[]>>, key: string): readonly string[] {
  return Object.hasOwn(lists, key) ? lists[key]! : [];
}

function namedPlaces(text: string): NamedPlace[] {
  const places: NamedPlace[] = [];
  for (const match of text.matchAll(PLACE)) {
    const [whole, line] = match;
    const path = whole.replace(/:\d+$/, "").replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, "");
    // "e.g" and "2.0.1" look like file names too; a file name has a letter in its stem and a known shape.
    if (!/[A-Za-z]{2,}[\w@$.+-]*\.[A-Za-z]+$/.test(path)) continue;
    places.push(line === undefined ? { path } : { path, line: Number(line) });
    if (places.length >= 20) break;
  }
  return places;
}

function scopeOf(text: string): Set<string> {
  const match = SCOPE.exec(text);
  const scope = match?.[1] ?? match?.[2];
  if (scope === undefined || scope.trim().split(/\s+/).length > 3) return new Set();
  return new Set(
    wordRuns(scope).flatMap((run) => splitIdentifier(run).map((word) => stem(fold(word)))),
  );
}
