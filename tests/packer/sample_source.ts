/** Evidence from this repository's own files, without an index: what the packer tests pack. */
import type { Candidate, Ranking, SymbolRecord } from "../../src/model/mod.ts";
import type { EvidenceSource, PackRequest } from "../../src/packer/mod.ts";
import { sha256Hex } from "../../src/repository/mod.ts";
import { indexTerms, queryTerms } from "../../src/text/mod.ts";

const ROOT = new URL("../../", import.meta.url);

interface SampleFile {
  path: string;
  text: string;
  hash: string;
  symbols: SymbolRecord[];
}

function* sources(folder: string): Generator<string> {
  for (const entry of [...Deno.readDirSync(new URL(folder, ROOT))].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (entry.isDirectory) yield* sources(`${folder}${entry.name}/`);
    else if (entry.name.endsWith(".ts")) yield folder + entry.name;
  }
}

const DECLARATION = /^(?:export )?(?:async )?(function|class|interface|const) ([A-Za-z_$][\w$]*)/;

function symbolsOf(text: string): SymbolRecord[] {
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    const match = DECLARATION.exec(line);
    if (!match) return [];
    const close = lines.findIndex((other, j) => j >= i && /^[})\]]/.test(other));
    const record: SymbolRecord = {
      name: match[2]!,
      qualifiedName: match[2]!,
      kind: match[1] === "const" ? "constant" : match[1] as "function" | "class" | "interface",
      startLine: i + 1,
      endLine: close < 0 || match[1] === "const" ? i + 1 : close + 1,
      signature: line.replace(/\s*[{=].*$/, ""),
      doc: "",
      exported: line.startsWith("export"),
    };
    return [record];
  });
}

/** Reads `src/packer/` and `src/repository/`, the corpus of the packer tests. */
export async function sampleFiles(): Promise<SampleFile[]> {
  const files: SampleFile[] = [];
  for (const path of [...sources("src/packer/"), ...sources("src/repository/")]) {
    const text = (await Deno.readTextFile(new URL(path, ROOT))).replace(/\n$/, "");
    files.push({ path, text, hash: await sha256Hex(text), symbols: symbolsOf(text) });
  }
  return files;
}

const knownTermLines = new WeakMap<SampleFile, Map<string, number[]>>();

/** On which lines each term of a file is; found once. */
function termLines(file: SampleFile): Map<string, number[]> {
  let lines = knownTermLines.get(file);
  if (lines) return lines;
  knownTermLines.set(file, lines = new Map());
  for (const [i, line] of file.text.split("\n").entries()) {
    for (const term of indexTerms(line)) {
      const list = lines.get(term);
      if (list) list.push(i + 1);
      else lines.set(term, [i + 1]);
    }
  }
  return lines;
}

const knownTokens = new WeakMap<SampleFile, number>();

/** Tokens of a file; counted once. */
function fileTokens(file: SampleFile, count: (text: string) => number): number {
  let tokens = knownTokens.get(file);
  if (tokens === undefined) knownTokens.set(file, tokens = count(file.text + "\n"));
  return tokens;
}

/** A request over the sample files, ranked by how many words of the query they hold. */
export function sampleRequest(
  files: readonly SampleFile[],
  query: string,
  given: Partial<PackRequest> & Pick<PackRequest, "meter">,
): PackRequest {
  const weights = new Map(indexTerms(query).map((term) => [term, 1 + term.length / 10]));
  const occurrences = files.map(termLines);
  const candidates: Candidate[] = files.map((file, fileId) => {
    let score = 0;
    for (const [term, weight] of weights) if (occurrences[fileId]!.has(term)) score += weight;
    const symbols = file.symbols.filter((symbol) => indexTerms(symbol.name).some((term) => weights.has(term)))
      .slice(0, 8).map(({ name, startLine, endLine }) => ({ name, startLine, endLine, score: 1 }));
    return {
      fileId,
      path: file.path,
      kind: "source" as const,
      language: "typescript",
      fileTokens: fileTokens(file, given.meter.count),
      lineCount: file.text.split("\n").length,
      contentHash: file.hash,
      score,
      signals: { fts: score, symbol: 0, graph: 0, path: 0, history: 0 },
      reasons: ["fts", ...symbols.map((symbol) => `symbol:${symbol.name}`)],
      passage: { startLine: 1, endLine: Math.min(20, file.text.split("\n").length) },
      symbols,
    };
  }).filter((candidate) => candidate.score > 0).sort((a, b) =>
    b.score - a.score || (a.path < b.path ? -1 : 1)
  );
  const ranking: Ranking = {
    terms: { reported: queryTerms(query), weights },
    candidates,
    nonPositive: 0,
    commits: [],
  };
  const source: EvidenceSource = {
    textOf: (fileId) => files[fileId]!.text,
    symbolsOf: (fileId) => files[fileId]!.symbols,
    occurrences: (fileId, term) => occurrences[fileId]!.get(term) ?? [],
  };
  return {
    query,
    ranking,
    detail: "slices",
    top: 8,
    budgets: {},
    format: "json",
    surface: "cli",
    stripComments: false,
    possession: { seen: new Set(), known: new Map(), delivered: [] },
    memories: [],
    source,
    identity: {
      contentState: "0".repeat(64),
      producerVersion: "p1",
      schemaVersion: "4",
      effectiveConfigHash: "1".repeat(64),
    },
    ...given,
  };
}
