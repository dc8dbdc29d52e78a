import type { ImportKind, SymbolKind } from "../model/mod.ts";
import type { DocStyle } from "./_doc_comments.ts";
import type { Extraction } from "./_extraction.ts";
import type { GrammarName } from "./grammars.ts";
import type { LanguageName } from "./language_files.ts";

/** Looks at one node of the type it is registered for and records what it finds. */
export type NodeHandler = (extraction: Extraction, node: number) => void;

/**
 * Makes a stand-in for source with constructs the grammar does not know. It has the same length, so that offsets in
 * its tree are offsets in the original, from which all texts are read.
 */
export type Repair = (source: string) => string;

/** A declaration that can be told from one line of broken source. */
export interface RecoveryRule {
  /** Matches at the start of a line; the group `name` holds the declared name. */
  readonly pattern: RegExp;
  readonly kind: SymbolKind | ((match: RegExpExecArray) => SymbolKind);
  readonly isExported: (match: RegExpExecArray) => boolean;
}

/** How a language's files are parsed with a grammar. */
export interface GrammarBinding {
  readonly grammar: GrammarName;
  /** What to do at which node type. Nodes are visited in source order, parents first. */
  readonly handlers: Readonly<Record<string, NodeHandler>>;
  readonly docs: DocStyle;
  /** Node types of comments. */
  readonly comments: readonly string[];
  /** Node types that are no part of a signature: decorators, attributes. */
  readonly attributes: readonly string[];
  /** Node types whose text is not code (strings, templates): nothing is recovered from inside them. */
  readonly literals: readonly string[];
  /** Node types of names in expressions: those naming an import become `value` references. */
  readonly identifiers: readonly string[];
  /** The node type of `object.property` and its two fields. */
  readonly memberAccess?: { readonly type: string; readonly object: string; readonly property: string };
  /** Tried in this order on files with errors; the tree with the least text in ERROR nodes is taken. */
  readonly repairs?: readonly Repair[];
  /** Tried when errors are left: file name endings do not always tell (Flow in `.js`, C++ in `.h`). */
  readonly alternative?: GrammarBinding;
  readonly recovery?: readonly RecoveryRule[];
}

/** Source of another language inside a file, everything else blanked out so that offsets and lines stay. */
export interface EmbeddedSource {
  readonly language: string;
  readonly text: string;
  /** Runs after the last node: what the rest of the file uses. The tree's text is the whole file's. */
  readonly finish?: (extraction: Extraction) => void;
}

/** What the docs say about a language; every claim in it is tested. */
export interface LanguageSupport {
  /** Kinds of symbols that are recorded. */
  readonly symbols: readonly SymbolKind[];
  /** Doc comments that are read. */
  readonly docs: string;
  /** Kinds of imports that are recorded. */
  readonly imports: readonly ImportKind[];
  /** What the imports' specifiers look like. */
  readonly specifiers: string;
}

/** One language. To add one, write a file with such an object, list it in `languages/mod.ts` and name its files. */
export interface LanguageDefinition {
  readonly name: LanguageName;
  readonly binding?: GrammarBinding;
  /** For files that hold another language's source: finds it. */
  readonly embedded?: (text: string) => EmbeddedSource | undefined;
  readonly support: LanguageSupport;
}
