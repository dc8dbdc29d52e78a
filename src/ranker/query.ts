/** From the words of a task to the terms it is searched by. */
import {
  fold,
  indexTerms,
  isAscii,
  nameStems,
  queryTerms,
  splitIdentifier,
  STOP_WORDS,
  TASK_WORDS,
  termsOfWord,
  WEAK_WORDS,
} from "../text/mod.ts";
import { bareName } from "./named_evidence.ts";
import { type NamedPlace, takeApart } from "./pasted_text.ts";

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
  /** Names that stand out as such (in quotes, qualified, called, written as only code is), as spelled → how surely. */
  names: Map<string, number>;
  /** Files that are named, the likeliest first. */
  places: NamedPlace[];
  /** Texts of errors, and longer texts in quotes. */
  messages: string[];
  /** Index terms of the first line, which says what the task is about; later lines may mention much. */
  subject: Set<string>;
  /** Stems of the scope of a conventional subject: `css` in `css: keep order` and in `fix(css): keep order`. */
  scope: Set<string>;
}

/** The types of conventional commits: `fix: …` has no scope. */
const CHANGE_TYPE = /^(?:build|chore|ci|docs?|feat|fix|perf|refactor|revert|style|tests?)$/i;
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
/** The functions of a stack trace, beside words of the question. */
const CALL_WEIGHT = 0.3;
/** How surely a name is meant that only stands in a frame, below the first line, or is only written as code is. */
const CALL_STRENGTH = 0.5;
const MENTIONED_STRENGTH = 0.4;
const SHAPE_STRENGTH = 0.5;
/** The type of an error says what happened, not where: nobody means its declaration, unless in quotes. */
const ERROR_TYPE = /(?:Error|Exception)$/;
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
  const pasted = takeApart(text);
  const { subject } = pasted;
  const parts: [string, number][] = [[subject, 1], [pasted.said, 1], [pasted.rest, LATER_LINE_WEIGHT]];
  const names = new Map<string, number>();
  const addName = (name: string, strength: number): void => {
    if (bareName(name).length > 1 && (names.get(name) ?? 0) < strength) names.set(name, strength);
  };
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
      if (isIdentifier(run)) {
        identifiers.add(folded);
        if (!ERROR_TYPE.test(run)) addName(run, SHAPE_STRENGTH * partWeight * partWeight);
      }
      addWord(run, weight);
      for (const expansion of ownList(synonyms, lower)) {
        for (const word of wordRuns(expansion)) addWord(word, weight * SYNONYM_WEIGHT);
      }
    }
  }
  for (const [compound, weight] of compounds) add(compound, weight * COMPOUND_WEIGHT);
  for (const name of pasted.names) addName(name, 1);
  for (const name of pasted.mentioned) addName(name, MENTIONED_STRENGTH);
  for (const call of pasted.calls) {
    addName(call, CALL_STRENGTH);
    addWord(call, CALL_WEIGHT);
  }
  return {
    text,
    reported,
    terms,
    identifiers,
    subject: new Set(indexTerms(subject)),
    names,
    places: pasted.places,
    messages: pasted.messages,
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

function scopeOf(text: string): Set<string> {
  const match = SCOPE.exec(text);
  const scope = match?.[1] ?? match?.[2];
  if (scope === undefined || CHANGE_TYPE.test(scope) || scope.trim().split(/\s+/).length > 3) {
    return new Set();
  }
  return new Set(
    wordRuns(scope).flatMap(nameStems),
  );
}
