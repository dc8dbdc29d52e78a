/** The input of the graph out of the tables, and the graph into them. */
import { compareStrings, type FileKind, type Graph, type GraphFile } from "../model/mod.ts";
import type { Connection } from "./_connection.ts";
import { unpackFacts } from "./_facts.ts";
import { symbolsBetween, symbolsOf } from "./_file_queries.ts";

/** Files whose rows are read at a time: what is stored of them is not held beside what is made of it. */
const BATCH = 500;

/** All files as the graph sees them, sorted by path. */
export function graphFiles(connection: Connection): GraphFile[] {
  const files: GraphFile[] = [];
  for (let last = -1, isEnd = false; !isEnd;) {
    const rows = connection.rows<[number, string, string, string, string | null]>(
      `SELECT id, path, kind, language, json FROM files LEFT JOIN facts ON facts.file_id = files.id
       WHERE id > ? ORDER BY id LIMIT ?`,
      last,
      BATCH,
    );
    const [first = 0] = rows[0] ?? [];
    [last] = rows[rows.length - 1] ?? [last];
    const symbols = symbolsBetween(connection, first, last);
    for (const [id, path, kind, language, facts] of rows) {
      files.push({
        path,
        kind: kind as FileKind,
        language,
        symbols: symbols.get(id) ?? [],
        ...unpackFacts(facts ?? undefined),
      });
    }
    isEnd = rows.length < BATCH;
  }
  return files.sort((a, b) => compareStrings(a.path, b.path));
}

/** One file as the graph sees it. */
export function graphFile(connection: Connection, id: number): GraphFile | undefined {
  const row = connection.row<[string, string, string, string | null]>(
    `SELECT path, kind, language, json FROM files LEFT JOIN facts ON facts.file_id = files.id WHERE files.id = ?`,
    id,
  );
  if (row === undefined) return undefined;
  const [path, kind, language, facts] = row;
  const symbols = symbolsOf(connection, [id]).get(id) ?? [];
  return { path, kind: kind as FileKind, language, symbols, ...unpackFacts(facts ?? undefined) };
}

type Row = (string | number)[];

/** A table of links and how a row of it is written. */
interface LinkTable {
  name: string;
  columns: string;
}

const EDGES: LinkTable = { name: "edges", columns: "src, dst, kind" };
const SYMBOL_EDGES: LinkTable = {
  name: "symbol_edges",
  columns: "src, src_symbol, dst, dst_symbol, evidence",
};

/** Replaces the graph. Only the links of files whose links differ are written. */
export function putGraph(connection: Connection, graph: Graph): void {
  const ids = new Map(connection.rows<[string, number]>("SELECT path, id FROM files"));
  const edges: Row[] = [];
  for (const { src, dst, kind } of graph.edges) {
    const [from, to] = [ids.get(src), ids.get(dst)];
    if (from !== undefined && to !== undefined) edges.push([from, to, kind]);
  }
  putLinks(connection, EDGES, edges);
  const symbolEdges: Row[] = [];
  for (const { srcPath, srcSymbol, dstPath, dstSymbol, evidence } of graph.symbolEdges) {
    const [from, to] = [ids.get(srcPath), ids.get(dstPath)];
    if (from !== undefined && to !== undefined) symbolEdges.push([from, srcSymbol, to, dstSymbol, evidence]);
  }
  putLinks(connection, SYMBOL_EDGES, symbolEdges);
}

/** Rows of one source file, with the text that tells whether they changed. */
interface Group {
  rows: Row[];
  text: string;
}

function groupBySource(rows: readonly Row[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const row of rows) {
    const source = row[0] as number;
    let group = groups.get(source);
    if (group === undefined) groups.set(source, group = { rows: [], text: "" });
    group.rows.push(row);
  }
  for (const group of groups.values()) group.text = group.rows.map((row) => row.join(" ")).sort().join("\n");
  return groups;
}

function putLinks(connection: Connection, { name, columns }: LinkTable, rows: readonly Row[]): void {
  const before = groupBySource(connection.rows<Row>(`SELECT ${columns} FROM ${name}`));
  const after = groupBySource(rows);
  for (const [source, { text }] of before) {
    if (after.get(source)?.text !== text) connection.run(`DELETE FROM ${name} WHERE src = ?`, source);
  }
  const insert = `INSERT INTO ${name} (${columns}) VALUES (${columns.replaceAll(/\w+/g, "?")})`;
  for (const [source, { rows: wanted, text }] of after) {
    if (before.get(source)?.text === text) continue;
    for (const row of wanted) connection.run(insert, ...row);
  }
}
