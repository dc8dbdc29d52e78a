import type { Parser, Tree } from "web-tree-sitter";
import type { ParsedFile } from "../model/mod.ts";
import { Extraction } from "./_extraction.ts";
import { recoverDeclarations } from "./_recovery.ts";
import { ERROR_NODE, type GrammarTable, grammarTable, NAMED, SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarName } from "./grammars.ts";
import type { GrammarBinding, NodeHandler } from "./language.ts";
import { languageNamed } from "./languages/mod.ts";

/** Files longer than this, in UTF-16 units, are indexed as text only: nobody wrote them by hand. */
export const PARSE_SIZE_LIMIT = 4_000_000;

/** Longer files, in UTF-16 units, are parsed once, errors or not. */
const REPAIR_SIZE_LIMIT = 1_000_000;

/**
 * Work a parse may take, in calls of tree-sitter's progress callback (one per 100 parser operations): a fixed part
 * and one that grows with the text. Real files take 0.02 per unit at most. Counted instead of timed, so that every machine gives up on the same files.
 */
export const PARSE_WORK_LIMIT = { fixed: 20_000, perUnit: 0.1 } as const;

/** Finds what is in a source file. */
export interface SourceParser {
  /**
   * Parses one file. Never fails because of what is in it: a file that cannot be parsed comes back empty with
   * `degraded` set. Rejects only when the grammar itself cannot be loaded, which is a broken installation.
   *
   * @param path relative to the repository's root, with `/`.
   * @param language as {@link languageOf} names it.
   * @param text without a byte order mark; line endings as they are in the file.
   */
  parse(path: string, language: string, text: string): Promise<ParsedFile>;
  /** Frees the parser's memory. Parsing again afterwards starts afresh. */
  dispose(): void;
}

/** Makes a parser. Nothing is loaded before the first file of a language that has a grammar. */
export function createParser(): Promise<SourceParser> {
  return Promise.resolve(new TreeSitterParser());
}

interface LoadedGrammar {
  readonly parser: Parser;
  readonly table: GrammarTable;
}

/** A tree and what it was parsed with. */
interface Attempt {
  readonly grammar: LoadedGrammar;
  readonly binding: GrammarBinding;
  readonly tree: SyntaxTree;
}

interface BoundHandlers {
  readonly handlers: readonly (NodeHandler | undefined)[];
  readonly isComment: Uint8Array;
  readonly isIdentifier: Uint8Array;
}

class TreeSitterParser implements SourceParser {
  readonly #grammars = new Map<GrammarName, Promise<LoadedGrammar>>();
  readonly #bound = new Map<GrammarBinding, BoundHandlers>();

  async parse(path: string, language: string, text: string): Promise<ParsedFile> {
    let [binding, source] = [languageNamed(language)?.binding, text];
    const embedded = languageNamed(language)?.embedded?.(text);
    if (embedded !== undefined) {
      [binding, source] = [languageNamed(embedded.language)?.binding, embedded.text];
    }
    if (binding === undefined) return emptyFile();
    if (text.length > PARSE_SIZE_LIMIT) return { ...emptyFile(), degraded: "size" };
    const grammar = await this.#load(binding.grammar);
    try {
      const tree = parseToTree(grammar, source, text);
      if (tree === undefined) return { ...emptyFile(), degraded: "time" };
      const attempt = {
        grammar,
        binding,
        tree: tree.hasErrors ? repaired(grammar, binding, source, tree) : tree,
      };
      const best = tree.hasErrors ? await this.#alternative(attempt, source) : attempt;
      return this.#extract(best, path, embedded?.finish);
    } catch (error) {
      // The other files must still be indexed. After a trap the parser is in an unknown state: make a new one.
      if (error instanceof WebAssembly.RuntimeError) this.#grammars.clear();
      return { ...emptyFile(), degraded: "failed" };
    }
  }

  dispose(): void {
    for (const loading of this.#grammars.values()) loading.then(({ parser }) => parser.delete(), () => {});
    this.#grammars.clear();
    this.#bound.clear();
  }

  #load(name: GrammarName): Promise<LoadedGrammar> {
    let loading = this.#grammars.get(name);
    if (loading === undefined) {
      loading = loadGrammarParser(name);
      this.#grammars.set(name, loading);
      loading.catch(() => this.#grammars.delete(name));
    }
    return loading;
  }

  /** The same source with the language's second grammar, if that fits better. */
  async #alternative(attempt: Attempt, source: string): Promise<Attempt> {
    const binding = attempt.binding.alternative;
    if (binding === undefined || !attempt.tree.hasErrors) return attempt;
    const grammar = await this.#load(binding.grammar);
    const first = parseToTree(grammar, source, attempt.tree.text);
    if (first === undefined) return attempt;
    const tree = first.hasErrors ? repaired(grammar, binding, source, first) : first;
    return errorSize(tree) < errorSize(attempt.tree) ? { grammar, binding, tree } : attempt;
  }

  #extract(
    { grammar, binding, tree }: Attempt,
    path: string,
    finish: ((extraction: Extraction) => void) | undefined,
  ): ParsedFile {
    const extraction = new Extraction(tree, path, binding);
    const { handlers, isComment, isIdentifier } = this.#bind(grammar, binding);
    for (let node = 0; node < tree.size; node = extraction.next(node)) {
      const type = tree.typeId(node);
      if (isComment[type] === 1) extraction.addComment(node);
      const handler = handlers[type];
      if (handler === undefined && isIdentifier[type] !== 1) continue;
      extraction.enter(node);
      handler?.(extraction, node);
      if (isIdentifier[type] === 1) extraction.deferIdentifier(node);
    }
    extraction.enter(tree.size);
    if (tree.hasErrors) recoverDeclarations(extraction, binding);
    finish?.(extraction);
    return extraction.result();
  }

  #bind({ table }: LoadedGrammar, binding: GrammarBinding): BoundHandlers {
    let bound = this.#bound.get(binding);
    if (bound === undefined) {
      const isComment = new Uint8Array(table.kept.length);
      const isIdentifier = new Uint8Array(table.kept.length);
      const handlers = table.typeNames.map((name, id) => {
        if (table.kept[id] !== NAMED) return undefined;
        if (binding.comments.includes(name)) isComment[id] = 1;
        if (binding.identifiers.includes(name)) isIdentifier[id] = 1;
        return Object.hasOwn(binding.handlers, name) ? binding.handlers[name] : undefined;
      });
      bound = { handlers, isComment, isIdentifier };
      this.#bound.set(binding, bound);
    }
    return bound;
  }
}

async function loadGrammarParser(name: GrammarName): Promise<LoadedGrammar> {
  const [{ Parser }, { loadGrammar }] = await Promise.all([
    import("web-tree-sitter"),
    import("./grammars.ts"),
  ]);
  await Parser.init();
  const language = await loadGrammar(name);
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, table: grammarTable(language) };
}

/** @returns undefined when the parse took more work than {@link PARSE_WORK_LIMIT} allows. */
function parseToTree({ parser, table }: LoadedGrammar, source: string, text: string): SyntaxTree | undefined {
  const limit = PARSE_WORK_LIMIT.fixed + PARSE_WORK_LIMIT.perUnit * source.length;
  let work = 0;
  let tree: Tree | null = null;
  try {
    // Some grammars want the line break behind a last directive or comment.
    tree = parser.parse(source.endsWith("\n") ? source : `${source}\n`, null, {
      progressCallback: () => ++work > limit,
    });
    if (tree === null) {
      // An aborted parse would be resumed by the next one.
      parser.reset();
      return undefined;
    }
    return new SyntaxTree(tree, table, text);
  } finally {
    tree?.delete();
  }
}

/** The best tree of the text and its stand-ins: see {@link Repair}. */
function repaired(
  grammar: LoadedGrammar,
  binding: GrammarBinding,
  source: string,
  tree: SyntaxTree,
): SyntaxTree {
  if (source.length > REPAIR_SIZE_LIMIT) return tree;
  let best = tree;
  let size = errorSize(best);
  for (const repair of binding.repairs ?? []) {
    const standIn = repair(source);
    if (standIn === source || standIn.length !== source.length) continue;
    const other = parseToTree(grammar, standIn, tree.text);
    const otherSize = other === undefined ? Infinity : errorSize(other);
    if (other !== undefined && otherSize < size) [best, size] = [other, otherSize];
    if (size === 0) break;
  }
  return best;
}

/** Amount of text inside ERROR nodes; a whole-file error counts most. */
function errorSize(tree: SyntaxTree): number {
  let size = tree.hasErrors ? 1 : 0;
  for (let node = 0; node < tree.size;) {
    const isError = tree.type(node) === ERROR_NODE;
    if (isError) size += 1 + tree.end(node) - tree.start(node);
    node = isError ? tree.after(node) : node + 1;
  }
  return size;
}

function emptyFile(): ParsedFile {
  return { symbols: [], imports: [], references: [], namespaces: [], hasErrors: false };
}
