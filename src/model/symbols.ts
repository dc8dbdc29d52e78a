/** What the parser finds in one file. All lines are 1-based and inclusive. */

/** The kinds a symbol can have, over all languages. */
export type SymbolKind =
  | "function"
  | "class"
  | "interface"
  | "typealias"
  | "enum"
  | "enummember"
  | "method"
  | "constructor"
  | "property"
  | "field"
  | "constant"
  | "variable"
  | "struct"
  | "record"
  | "event"
  | "delegate"
  | "indexer"
  | "operator"
  | "namespace"
  | "module"
  | "trait"
  | "impl"
  | "macro"
  | "object"
  | "protocol"
  | "extension"
  | "heading"
  | "route";

/** Who may use a symbol, as its language says it. */
export type Visibility = "public" | "protected" | "internal" | "private";

/** A named declaration. */
export interface SymbolRecord {
  /** Simple name, without its container. */
  name: string;
  /** Container names and own name joined with `.`, namespaces included: `App.UserService.find`. */
  qualifiedName: string;
  /** The closest of the common kinds; what languages call it differs. */
  kind: SymbolKind;
  /** First line of the declaration node (decorators and attributes that belong to the node included). */
  startLine: number;
  /** Last line of the declaration, body included. */
  endLine: number;
  /** The head of the declaration up to its body, on one line, without decorators, attributes or comments. */
  signature: string;
  /** Doc comment text, whitespace collapsed, tags dropped; empty when there is none. */
  doc: string;
  /** First line of the doc comment above the declaration; absent without one. */
  docStartLine?: number;
  /** Line where the body starts; absent without a body. */
  bodyStartLine?: number;
  /**
   * Whether the declaration, and all it is declared in, can be used from outside, as its language sees it.
   */
  exported: boolean;
  /**
   * As declared, or by the default of the language; absent where it does not apply, as at the top level of
   * TypeScript.
   */
  visibility?: Visibility;
}

/** How an import is written. */
export type ImportKind =
  | "static"
  | "type"
  | "side-effect"
  | "reexport"
  | "require"
  | "dynamic"
  | "using"
  | "using-static"
  | "using-alias"
  | "global-using"
  | "include";

/** One name brought in by an import: `imported` is `*` for a namespace and `default` for a default import. */
export interface ImportedName {
  /** Name in the imported module; `*` for the module as a whole. */
  imported: string;
  /**
   * Name in this file, or under which it is exported on; `*` when all members come in under their own names.
   */
  local: string;
}

/** One import, export-from, require, using, include … */
export interface ImportRecord {
  /** What is imported, as written: `./http.ts`, `System.Text`, `crate::io`. */
  specifier: string;
  /** How it is written; what a `type` import brings in is gone at run time. */
  kind: ImportKind;
  /** Line on which the statement or call starts. */
  line: number;
  /** Names brought in; absent when the statement names none. */
  names?: ImportedName[];
}

/** How a name is used. */
export type ReferenceKind = "call" | "new" | "type" | "inherit" | "value";

/** A use of a name that the file does not necessarily declare. One per name, container and kind. */
export interface ReferenceRecord {
  /** The simple name used: `Retry`, `parseUrl`. */
  name: string;
  /** What stands before it: `http` in `http.get()`, `Outer` in `Outer.Inner`; absent without one. */
  qualifier?: string;
  /** `value`: neither called nor used as a type. */
  kind: ReferenceKind;
  /** Line of the first such use. */
  line: number;
  /** Index into `symbols` of the innermost declaration around the use; -1 at file level. */
  within: number;
}

/** Everything the parser knows of a file. */
export interface ParsedFile {
  /** Sorted by start line, then name. */
  symbols: SymbolRecord[];
  /** In source order. */
  imports: ImportRecord[];
  /** By line of first use, then name. */
  references: ReferenceRecord[];
  /** Namespaces or packages the file declares, as written: `App.Services`. */
  namespaces: string[];
  /** The tree has ERROR or MISSING nodes: declarations were still sought through them. */
  hasErrors: boolean;
  /** Set when the file was not parsed and is indexed as text only. */
  degraded?: "time" | "size" | "failed";
}

/** Whether a chunk is a slice of the file or stands for a symbol. */
export type ChunkKind = "preamble" | "block" | "markdownheading" | "symbol";

/** A stored range of lines. Content chunks tile the file. */
export interface Chunk {
  /** All but `symbol` are content chunks. */
  kind: ChunkKind;
  /** 1-based. */
  startLine: number;
  /** 1-based, inclusive. */
  endLine: number;
  /** Heading text or symbol name. */
  heading?: string;
  /** The lines joined with LF; for a symbol five lines: name, its words, kind, signature, doc. */
  content: string;
}
