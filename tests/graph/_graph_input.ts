/** Builds graph inputs by hand: what a parser would say of a few files, in short notation. */
import { buildGraph } from "../../src/graph/mod.ts";
import { compareStrings } from "../../src/model/mod.ts";
import type { FileKind, Graph, GraphFile, ImportRecord, ReferenceRecord } from "../../src/model/mod.ts";
import type { ReferenceKind, SymbolKind, SymbolRecord } from "../../src/model/mod.ts";

const LANGUAGES: Record<string, string> = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  cs: "csharp",
  py: "python",
  pyi: "python",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  hpp: "cpp",
  rb: "ruby",
  php: "php",
  swift: "swift",
  sh: "bash",
  vue: "vue",
  svelte: "svelte",
};

/** What a file declares and uses, in short. */
export interface Facts {
  kind?: FileKind;
  language?: string;
  /** Specifiers of plain imports, or whole records. */
  imports?: (string | Partial<ImportRecord> & { specifier: string })[];
  /** `class App.Foo`, `method App.Foo.bar`, … with an optional signature behind `: `. All are exported. */
  symbols?: (string | SymbolRecord)[];
  /** `type Foo`, `call Guard.NotNull`, …; behind ` @ ` the qualified name of the symbol around the use. */
  references?: string[];
  namespaces?: string[];
}

/** One file as the graph sees it. */
export function file(path: string, facts: Facts = {}): GraphFile {
  const symbols = (facts.symbols ?? []).map((symbol, index) => {
    return typeof symbol === "string" ? toSymbol(symbol, index) : symbol;
  });
  return {
    path,
    kind: facts.kind ?? "source",
    language: facts.language ?? LANGUAGES[path.slice(path.lastIndexOf(".") + 1)] ?? "none",
    symbols,
    imports: (facts.imports ?? []).map((each) => {
      return { kind: "static", line: 1, ...(typeof each === "string" ? { specifier: each } : each) };
    }),
    references: (facts.references ?? []).map((each) => toReference(each, symbols)),
    namespaces: facts.namespaces ?? [],
  };
}

/** An import of names: `named("./a", "x", "default as y", "* as z")`. */
export function named(specifier: string, ...names: string[]): ImportRecord {
  const imported = names.map((name) => {
    const [from, to] = name.split(" as ");
    return { imported: from!, local: to ?? from! };
  });
  return { specifier, kind: "static", line: 1, names: imported };
}

/** Builds the graph of some files and manifests; the order they are given in does not matter. */
export function graphOf(files: GraphFile[], manifests: Record<string, string> = {}): Graph {
  const configs = Object.keys(manifests).map((path) => file(path, { kind: "config", language: "none" }));
  const all = [...files, ...configs].sort((a, b) => compareStrings(a.path, b.path));
  return buildGraph({ files: all, readText: (path) => manifests[path] });
}

/** The targets of a file's import edges. */
export function importsOf(graph: Graph, path: string): string[] {
  return graph.edges.filter((edge) => edge.kind === "import" && edge.src === path).map((edge) => edge.dst);
}

/** The targets of a file's test edges. */
export function testsOf(graph: Graph, path: string): string[] {
  return graph.edges.filter((edge) => edge.kind === "test" && edge.src === path).map((edge) => edge.dst);
}

/** Symbol edges as `a.ts#run -> b.ts#parse`. */
export function symbolUses(graph: Graph, files: readonly GraphFile[]): string[] {
  const nameOf = (path: string, symbol: number): string => {
    const name = files.find((each) => each.path === path)?.symbols[symbol]?.qualifiedName;
    return name === undefined ? path : `${path}#${name}`;
  };
  return graph.symbolEdges.map((edge) => {
    return `${nameOf(edge.srcPath, edge.srcSymbol)} -> ${nameOf(edge.dstPath, edge.dstSymbol)}`;
  });
}

function toSymbol(text: string, index: number): SymbolRecord {
  const [head, signature] = text.split(/: (.*)/s);
  const [kind, qualifiedName] = head!.split(" ") as [SymbolKind, string];
  const name = qualifiedName.slice(qualifiedName.lastIndexOf(".") + 1);
  return {
    name,
    qualifiedName,
    kind,
    startLine: index + 1,
    endLine: index + 1,
    signature: signature ?? `${kind} ${name}`,
    doc: "",
    exported: true,
  };
}

function toReference(text: string, symbols: readonly SymbolRecord[]): ReferenceRecord {
  const [use, around] = text.split(" @ ");
  const [kind, path] = use!.split(" ") as [ReferenceKind, string];
  const dot = path.lastIndexOf(".");
  const within = symbols.findIndex((symbol) => symbol.qualifiedName === around);
  const reference = { name: path.slice(dot + 1), kind, line: 1, within };
  return dot < 0 ? reference : { ...reference, qualifier: path.slice(0, dot) };
}
