/** How files hang together. */
import type { FileKind } from "./files.ts";
import type { ImportRecord, ParsedFile, ReferenceRecord, SymbolRecord } from "./symbols.ts";

/** A directed link between two indexed files. Never from a file to itself. */
export interface Edge {
  /** Path of the file that imports or tests. */
  src: string;
  /** Path of the file that is imported or tested. */
  dst: string;
  /** `import`: `src` needs `dst`; `test`: `src` is a test of `dst`. */
  kind: "import" | "test";
}

/** A use of a declared symbol of another file. */
export interface SymbolEdge {
  /** Path of the file that uses the symbol. */
  srcPath: string;
  /** Index into the source file's symbols; -1 for file level. */
  srcSymbol: number;
  /** Path of the file that declares the symbol. */
  dstPath: string;
  /** Index into the target file's symbols. */
  dstSymbol: number;
  /** `import`: the name was imported from there; `namespace`: visible through a using or package. */
  evidence: "import" | "namespace";
}

/** One file as the graph sees it. */
export interface GraphFile {
  /** Root-relative, with `/`. */
  path: string;
  /** Test edges start at files of the kind `test` only. */
  kind: FileKind;
  /** As in {@link ScannedFile.language}: decides which rules resolve its imports. */
  language: string;
  /** As in {@link ParsedFile}: edges name symbols by their position here. */
  symbols: readonly SymbolRecord[];
  /** As in {@link ParsedFile}. */
  imports: readonly ImportRecord[];
  /** As in {@link ParsedFile}. */
  references: readonly ReferenceRecord[];
  /** As in {@link ParsedFile}. */
  namespaces: readonly string[];
}

/** What the graph is built from. */
export interface GraphInput {
  /** All indexed files, sorted by path. */
  files: readonly GraphFile[];
  /** Text of an indexed manifest (tsconfig.json, package.json, *.csproj, …), or undefined. */
  readText(path: string): string | undefined;
}

/** What the graph returns: both lists sorted by every member, without repeats. */
export interface Graph {
  /** Links between files. */
  edges: Edge[];
  /** Uses of single symbols, where the declaration is certain. */
  symbolEdges: SymbolEdge[];
}

/** A parsed file together with the facts the graph needs. */
export function toGraphFile(path: string, kind: FileKind, language: string, parsed: ParsedFile): GraphFile {
  const { symbols, imports, references, namespaces } = parsed;
  return { path, kind, language, symbols, imports, references, namespaces };
}
