/** Which unchanged files depend on what changed: one link away, or by the use of a changed declaration. */
import { compareStrings, type ImpactedFile } from "../../model/mod.ts";
import type { AddedLinks } from "../../indexer/mod.ts";
import type { IndexReader, StoredSymbol } from "../../store/mod.ts";

/** Lines, 1-based and inclusive. */
export interface LineRange {
  readonly start: number;
  /** Before `start` for a place between two lines: behind the line with this number. */
  readonly end: number;
}

/** An indexed file that changed. */
export interface ChangedFile {
  readonly path: string;
  /** Where it changed, in the lines of the index; undefined when all of it did. */
  readonly ranges?: readonly LineRange[];
}

/** Section 11.5 of the specification. */
const SHOWN_GRAPH_REASONS = 2;
const SHOWN_USES = 2;
const SHOWN_NAMES = 3;

/**
 * The indexed files that import (`imports:<path>`) or test (`test-of:<path>`) a changed file, or use declarations in
 * which it changed (`uses:<path>#<name>,<name>`), sorted by path. Reasons come in the order of the changed paths,
 * links before uses. Two of either kind and three names are spelled out, the others counted: `graph:+N`, `uses:+N`.
 *
 * @param changed files of the index, sorted by path.
 * @param all paths of everything that changed: nothing of it is impacted.
 * @param added links to files that are not in the index yet.
 */
export function impactOf(
  reader: IndexReader,
  changed: readonly ChangedFile[],
  all: ReadonlySet<string>,
  added: AddedLinks | undefined,
): ImpactedFile[] {
  const found = new Map<string, Findings>();
  const findingsOf = (path: string): Findings => {
    let findings = found.get(path);
    if (findings === undefined) found.set(path, findings = { links: [], uses: new Map() });
    return findings;
  };
  const isImpact = (src: string, dst: string): boolean => all.has(dst) && !all.has(src);
  for (const { src, dst, kind } of sortedLinks([...storedLinks(reader, changed), ...added?.edges ?? []])) {
    if (isImpact(src, dst)) findingsOf(src).links.push(`${kind === "import" ? "imports" : "test-of"}:${dst}`);
  }
  for (const { src, dst, name } of [...storedUses(reader, changed), ...added?.uses ?? []]) {
    if (!isImpact(src, dst)) continue;
    const { uses } = findingsOf(src);
    const names = uses.get(dst);
    if (names === undefined) uses.set(dst, new Set([name]));
    else names.add(name);
  }
  return [...found].sort(([a], [b]) => compareStrings(a, b)).map(([path, { links, uses }]) => ({
    path,
    reasons: [
      ...firstOf(links, SHOWN_GRAPH_REASONS, "graph:"),
      ...firstOf(
        [...uses].map(([dst, names]) => `uses:${dst}#${firstOf([...names], SHOWN_NAMES, "").join(",")}`),
        SHOWN_USES,
        "uses:",
      ),
    ],
  }));
}

/** What speaks for one file. */
interface Findings {
  readonly links: string[];
  /** Names that are used, by the changed file that declares them. */
  readonly uses: Map<string, Set<string>>;
}

/** The first entries, and one that counts the others. */
function firstOf(entries: readonly string[], most: number, prefix: string): string[] {
  if (entries.length <= most) return [...entries];
  return [...entries.slice(0, most), `${prefix}+${entries.length - most}`];
}

type Link = AddedLinks["edges"][number];
type Use = AddedLinks["uses"][number];

function sortedLinks(links: Link[]): Link[] {
  return links.sort((a, b) => compareStrings(a.dst, b.dst) || compareStrings(a.kind, b.kind));
}

/** Links of the index that lead to a changed file. */
function storedLinks(reader: IndexReader, changed: readonly ChangedFile[]): Link[] {
  const targets = new Map(changed.flatMap(({ path }) => {
    const file = reader.fileByPath(path);
    return file === undefined ? [] : [[file.id, path]];
  }));
  const edges = reader.edgesOf(targets.keys()).filter(({ dstId }) => targets.has(dstId));
  const sources = reader.filesById(new Set(edges.map(({ srcId }) => srcId)));
  return edges.map(({ srcId, dstId, kind }) => ({
    src: sources.get(srcId)!.path,
    dst: targets.get(dstId)!,
    kind,
  }));
}

/** Uses of the declarations that a change touches, by changed path and place. */
function storedUses(reader: IndexReader, changed: readonly ChangedFile[]): Use[] {
  const uses: Use[] = [];
  for (const { path, ranges } of changed) {
    const file = reader.fileByPath(path);
    if (file === undefined) continue;
    const symbols = reader.symbolsOf([file.id]).get(file.id) ?? [];
    const touched = new Set(touchedSymbols(symbols, ranges));
    const edges = reader.symbolEdgesTo([file.id]).filter(({ dstSymbol }) => touched.has(dstSymbol));
    const sources = reader.filesById(new Set(edges.map(({ srcId }) => srcId)));
    edges.sort((a, b) => a.dstSymbol - b.dstSymbol);
    for (const { srcId, dstSymbol } of edges) {
      uses.push({ src: sources.get(srcId)!.path, dst: path, name: symbols[dstSymbol]!.name });
    }
  }
  return uses;
}

/**
 * The positions of the declarations in which a change lies, the outer ones too: members are mostly used by way of the
 * type they belong to. Everything lies in a namespace, which says nothing.
 */
export function touchedSymbols(
  symbols: readonly StoredSymbol[],
  ranges: readonly LineRange[] | undefined,
): number[] {
  return symbols.flatMap(({ kind, startLine, endLine }, position) => {
    if (ranges === undefined) return [position];
    if (kind === "namespace" || kind === "module") return [];
    // Lines put between two declarations lie in neither of them.
    return ranges.some(({ start, end }) => startLine <= end && start <= endLine) ? [position] : [];
  });
}
