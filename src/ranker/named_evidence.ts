/** Files and lines that a task names outright: places, declared names, and messages that some line of the program says. */
import type { SymbolMatch } from "../model/mod.ts";
import type { FileRow, IndexReader } from "../store/mod.ts";
import { fold, indexTerms, isAscii, termHash, type TermVector } from "../text/mod.ts";
import type { NamedPlace } from "./pasted_text.ts";

/** What speaks for a file outright. */
export interface NamedEvidence {
  /** 0 to 1; 1 when the task names this file and no other file has the name. */
  strength: number;
  /** 1-based lines that were named; empty when only the file was. */
  lines: number[];
}

/** Each further place counts for this much less than the one before: the fault is near the top of a trace. */
const NEXT_PLACE = 0.75;
/** A file concluded from the name of a type; one that is named without a folder and is no source. */
const CONCLUDED = 0.7;
const LOOSE = 0.4;
/** A name that so many files have names none of them. */
const MOST_NAMESAKES = 50;

/** The files of the index that places mean, with the lines. Each place means the files that share most of its path. */
export function namedFiles(
  reader: Pick<IndexReader, "filesNamed">,
  places: readonly NamedPlace[],
): Map<number, NamedEvidence & { row: FileRow }> {
  const found = new Map<number, NamedEvidence & { row: FileRow }>();
  if (places.length === 0) return found;
  const byName = new Map<string, FileRow[]>();
  for (const row of reader.filesNamed([...new Set(places.map(({ path }) => nameOf(path)))])) {
    const name = nameOf(row.path);
    const rows = byName.get(name);
    if (rows) rows.push(row);
    else byName.set(name, [row]);
  }
  let share = 1;
  for (const place of places) {
    const rows = meant(place, byName.get(nameOf(place.path)) ?? []);
    if (rows.length === 0 || rows.length > MOST_NAMESAKES) continue;
    for (const row of rows) {
      const isLoose = row.kind !== "source" && row.kind !== "test" && place.line === undefined &&
        !place.path.includes("/");
      const strength = share / Math.sqrt(rows.length) * (place.isConcluded ? CONCLUDED : isLoose ? LOOSE : 1);
      let known = found.get(row.id);
      if (known === undefined) found.set(row.id, known = { row, strength: 0, lines: [] });
      known.strength = Math.max(known.strength, strength);
      if (place.line !== undefined && place.line >= 1 && place.line <= row.lineCount) {
        known.lines.push(place.line);
      }
    }
    share *= NEXT_PLACE;
  }
  return found;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Of the files with a place's name those that share the most folders with it, when they share enough. */
function meant(place: NamedPlace, rows: readonly FileRow[]): FileRow[] {
  const named = place.path.split("/").reverse();
  let best: FileRow[] = [];
  let most = 0;
  for (const row of rows) {
    const own = row.path.split("/").reverse();
    let shared = 0;
    while (shared < named.length && shared < own.length && named[shared] === own[shared]) shared++;
    // `…/site-packages/flask/app.py` is `src/flask/app.py`; `…/express/index.js` is no other index.js.
    if (shared < 2 && shared < named.length && shared < own.length) continue;
    if (shared > most) {
      most = shared;
      best = [row];
    } else if (shared === most) best.push(row);
  }
  return best;
}

/**
 * For each file how surely it declares what the task names: a name that one file declares is surest. Declarations that
 * are spelled as in the task come before those that only sound like it (`LoggerConfiguration`, `_loggerConfiguration`).
 *
 * @param names as written in the task → how surely each is meant as a name.
 */
export function declaredNames(
  symbols: ReadonlyMap<number, readonly SymbolMatch[]>,
  names: ReadonlyMap<string, number>,
): Map<number, number> {
  const found = new Map<number, number>();
  if (names.size === 0) return found;
  const spelled = new Map([...names.keys()].map((name) => [name, new Set<number>()]));
  const alike = new Map([...names.keys()].map((name) => [bareName(name), new Set<number>()]));
  for (const [fileId, matches] of symbols) {
    for (const { name } of matches) {
      spelled.get(name)?.add(fileId);
      alike.get(bareName(name))?.add(fileId);
    }
  }
  for (const [name, strength] of names) {
    const exact = spelled.get(name)!;
    const files = exact.size > 0 ? exact : alike.get(bareName(name))!;
    if (files.size > MOST_NAMESAKES) continue;
    for (const fileId of files) {
      const share = strength / Math.sqrt(files.size);
      const known = found.get(fileId) ?? 0;
      // A second name confirms the first: `Cart.add` is in the file that declares both.
      found.set(fileId, Math.min(1, Math.max(known, share) + Math.min(known, share) / 2));
    }
  }
  return found;
}

/** The letters and digits of a name, folded. */
export function bareName(name: string): string {
  return fold(name.replace(isAscii(name) ? /[^A-Za-z0-9]+/g : /[^\p{L}\p{M}\p{Nd}]+/gu, ""));
}

/** A message with the hashes and weights of its terms. */
export interface SoughtMessage {
  terms: { hash: number; weight: number }[];
  total: number;
}

/** Fewer words may stand on a line by chance. */
const FEWEST_TERMS = 3;
const MOST_TERMS = 24;
/** A message in the program has gaps where the one in the question has values. */
const LEAST_SHARE = 0.45;
/** Long texts are broken over lines; what stands on one line is surer. */
const WINDOWS = [{ lines: 1, trust: 1 }, { lines: 3, trust: 0.8 }];

/** Messages that can be recognised by the words in them. */
export function soughtMessages(
  messages: readonly string[],
  weights: ReadonlyMap<string, number>,
): SoughtMessage[] {
  const sought: SoughtMessage[] = [];
  for (const message of messages) {
    const terms = [...new Set(indexTerms(message))].flatMap((term) => {
      const weight = weights.get(term);
      return weight === undefined ? [] : [{ hash: termHash(term), weight }];
    }).slice(0, MOST_TERMS);
    if (terms.length < FEWEST_TERMS) continue;
    sought.push({ terms, total: terms.reduce((sum, { weight }) => sum + weight, 0) });
  }
  return sought;
}

/** How much of the best message stands together in a file, and where. */
export function saidMessage(
  vector: TermVector,
  messages: readonly SoughtMessage[],
): NamedEvidence | undefined {
  let best: NamedEvidence | undefined;
  for (const { terms, total } of messages) {
    const places: { line: number; term: number; weight: number }[] = [];
    let inFile = 0;
    let distinct = 0;
    for (const [term, { hash, weight }] of terms.entries()) {
      const entry = vector.lookupHash(hash);
      if (entry === undefined || entry.lines.length === 0) continue;
      inFile += weight;
      distinct++;
      let last = 0;
      for (const line of entry.lines) {
        if (line !== last) places.push({ line, term, weight });
        last = line;
      }
    }
    if (distinct < FEWEST_TERMS || inFile < LEAST_SHARE * total) continue;
    places.sort((a, b) => a.line - b.line || a.term - b.term);
    for (const { lines, trust } of WINDOWS) {
      const { share, line } = densest(places, terms.length, lines);
      const strength = trust * (share / total - LEAST_SHARE) / (1 - LEAST_SHARE);
      if (strength > (best?.strength ?? 0)) best = { strength, lines: [line] };
    }
  }
  return best;
}

/**
 * The few lines that hold the most of a message, each term counted once.
 *
 * @param places by line.
 */
function densest(
  places: readonly { line: number; term: number; weight: number }[],
  terms: number,
  lines: number,
): { share: number; line: number } {
  const counts = new Uint32Array(terms);
  let share = 0;
  let distinct = 0;
  let best = { share: 0, line: 1 };
  let first = 0;
  for (const place of places) {
    if (counts[place.term]!++ === 0) {
      share += place.weight;
      distinct++;
    }
    for (; places[first]!.line <= place.line - lines; first++) {
      const gone = places[first]!;
      if (--counts[gone.term]! === 0) {
        share -= gone.weight;
        distinct--;
      }
    }
    if (share > best.share && distinct >= FEWEST_TERMS) best = { share, line: places[first]!.line };
  }
  return best;
}
