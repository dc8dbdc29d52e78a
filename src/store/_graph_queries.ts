/** Questions about how files and symbols hang together. */
import { compareStrings, type Edge } from "../model/mod.ts";
import { type Connection, idList } from "./_connection.ts";
import type { EdgeRow, Neighbours, SymbolEdgeRow } from "./rows.ts";

/** All links from or to any of the files, each once. */
export function edgesOf(connection: Connection, ids: Iterable<number>): EdgeRow[] {
  const list = idList(ids);
  return connection.rows<[number, number, string]>(
    `SELECT src, dst, kind FROM edges WHERE src IN (SELECT value FROM json_each(?))
     UNION SELECT src, dst, kind FROM edges WHERE dst IN (SELECT value FROM json_each(?))`,
    list,
    list,
  ).map(([srcId, dstId, kind]) => ({ srcId, dstId, kind: kind as Edge["kind"] }));
}

/** The links of one file, by kind and direction, sorted by path. */
export function neighbours(connection: Connection, path: string): Neighbours {
  const out = (kind: Edge["kind"]): string[] =>
    connection.rows<[string]>(
      `SELECT target.path FROM files AS source JOIN edges ON edges.src = source.id
       JOIN files AS target ON target.id = edges.dst WHERE source.path = ? AND edges.kind = ?`,
      path,
      kind,
    ).map(([found]) => found).sort(compareStrings);
  const back = (kind: Edge["kind"]): string[] =>
    connection.rows<[string]>(
      `SELECT source.path FROM files AS target JOIN edges ON edges.dst = target.id
       JOIN files AS source ON source.id = edges.src WHERE target.path = ? AND edges.kind = ?`,
      path,
      kind,
    ).map(([found]) => found).sort(compareStrings);
  return { imports: out("import"), importedBy: back("import"), tests: out("test"), testedBy: back("test") };
}

/** How many distinct files import each file; files that nobody imports are absent. */
export function centralities(connection: Connection): Map<number, number> {
  return new Map(connection.rows<[number, number]>(
    "SELECT dst, count(*) FROM edges WHERE kind = 'import' GROUP BY dst",
  ));
}

/** How many distinct files each file imports; files that import nothing are absent. */
export function importCounts(connection: Connection): Map<number, number> {
  return new Map(connection.rows<[number, number]>(
    "SELECT src, count(*) FROM edges WHERE kind = 'import' GROUP BY src",
  ));
}

const SYMBOL_EDGE_COLUMNS = "src, src_symbol, dst, dst_symbol, evidence";

function toSymbolEdge(
  [srcId, srcSymbol, dstId, dstSymbol, evidence]: [number, number, number, number, string],
): SymbolEdgeRow {
  return { srcId, srcSymbol, dstId, dstSymbol, evidence: evidence as SymbolEdgeRow["evidence"] };
}

/** Uses of other files' symbols inside the given files. */
export function symbolEdgesFrom(connection: Connection, ids: Iterable<number>): SymbolEdgeRow[] {
  return connection.rows<[number, number, number, number, string]>(
    `SELECT ${SYMBOL_EDGE_COLUMNS} FROM symbol_edges WHERE src IN (SELECT value FROM json_each(?))
     ORDER BY ${SYMBOL_EDGE_COLUMNS}`,
    idList(ids),
  ).map(toSymbolEdge);
}

/** Uses of the given files' symbols inside other files. */
export function symbolEdgesTo(connection: Connection, ids: Iterable<number>): SymbolEdgeRow[] {
  return connection.rows<[number, number, number, number, string]>(
    `SELECT ${SYMBOL_EDGE_COLUMNS} FROM symbol_edges WHERE dst IN (SELECT value FROM json_each(?))
     ORDER BY ${SYMBOL_EDGE_COLUMNS}`,
    idList(ids),
  ).map(toSymbolEdge);
}
