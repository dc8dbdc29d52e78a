/** Callers and callees of one symbol, across files. */
import { compareStrings, type RelatedEntry, RepoctxError } from "../model/mod.ts";
import type { FileRow, IndexReader, StoredSymbol } from "../store/mod.ts";

/** How many names a refusal proposes. */
const PROPOSED = 8;

/**
 * The files whose symbols a symbol uses, then those that use it; every entry names the symbols on the other side. What
 * stands inside a declaration belongs to it: the methods of a class are asked about with the class.
 *
 * @param name simple or qualified.
 * @throws {RepoctxError} when the file declares no such symbol.
 */
export function symbolUses(reader: IndexReader, file: FileRow, name: string): RelatedEntry[] {
  const own = reader.symbolsOf([file.id]).get(file.id) ?? [];
  const asked = own.filter((symbol) => symbol.name === name || symbol.qualifiedName === name);
  if (asked.length === 0) {
    const known = [...new Set(own.map((symbol) => symbol.name))].slice(0, PROPOSED).join(", ");
    throw new RepoctxError(
      `${file.path} declares no symbol "${name}".` +
        (known === ""
          ? ""
          : ` It declares ${known}${own.length > PROPOSED ? ", …" : ""}; see 'repoctx outline'.`),
    );
  }
  const isAsked = (ordinal: number): boolean =>
    own[ordinal] !== undefined &&
    asked.some(({ startLine, endLine }) =>
      own[ordinal]!.startLine >= startLine && own[ordinal]!.endLine <= endLine
    );
  const from = reader.symbolEdgesFrom([file.id]).filter((edge) => isAsked(edge.srcSymbol));
  const to = reader.symbolEdgesTo([file.id]).filter((edge) => isAsked(edge.dstSymbol));
  const others = new Set([...from.map((edge) => edge.dstId), ...to.map((edge) => edge.srcId)]);
  const symbols = reader.symbolsOf(others);
  const rows = reader.filesById(others);
  const describe = (ends: readonly [fileId: number, symbol: number][], relation: RelatedEntry["relation"]) =>
    entries(ends, relation, rows, symbols);
  return [
    ...describe(from.map((edge) => [edge.dstId, edge.dstSymbol]), "uses"),
    ...describe(to.map((edge) => [edge.srcId, edge.srcSymbol]), "used_by"),
  ];
}

function entries(
  ends: readonly (readonly [fileId: number, symbol: number])[],
  relation: RelatedEntry["relation"],
  rows: ReadonlyMap<number, FileRow>,
  symbols: ReadonlyMap<number, readonly StoredSymbol[]>,
): RelatedEntry[] {
  const names = new Map<string, Set<string>>();
  for (const [fileId, ordinal] of ends) {
    const path = rows.get(fileId)?.path;
    if (path === undefined) continue;
    const list = names.get(path) ?? new Set<string>();
    names.set(path, list.add(symbols.get(fileId)?.[ordinal]?.qualifiedName ?? "(file level)"));
  }
  return [...names].sort(([a], [b]) => compareStrings(a, b)).map(([path, found]) => ({
    path,
    relation,
    reasons: [...found].sort(compareStrings).map((found) => `symbol:${found}`),
  }));
}
