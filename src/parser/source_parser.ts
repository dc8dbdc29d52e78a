import type { ParsedFile } from "../model/mod.ts";
import { Extraction } from "./_extraction.ts";
import { errorSize, GrammarParser } from "./_grammar_parser.ts";
import { recoverDeclarations } from "./_recovery.ts";
import { type GrammarTable, NAMED, type SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarName } from "./grammars.ts";
import type { GrammarBinding, NodeHandler } from "./language.ts";
import { languageNamed } from "./languages/mod.ts";
import type { ParseLimits, SourceParser } from "./parser.ts";

/** A binding with its node types turned into the grammar's numbers. */
interface BoundHandlers {
  readonly handlers: readonly (NodeHandler | undefined)[];
  readonly isComment: Uint8Array;
  readonly isIdentifier: Uint8Array;
}

/** A tree, how its nodes are read, and the table of its grammar. */
interface Attempt {
  readonly tree: SyntaxTree;
  readonly binding: GrammarBinding;
  readonly table: GrammarTable;
}

/** Parses with tree-sitter: see {@link SourceParser}. */
export class TreeSitterParser implements SourceParser {
  readonly #limits: ParseLimits;
  readonly #grammars = new Map<GrammarName, Promise<GrammarParser>>();
  readonly #bound = new Map<GrammarBinding, BoundHandlers>();

  /** @param limits when files are given up on. */
  constructor(limits: ParseLimits) {
    this.#limits = limits;
  }

  /** See {@link SourceParser.parse}. */
  async parse(path: string, language: string, text: string): Promise<ParsedFile> {
    const definition = languageNamed(language);
    const embedded = definition?.embedded?.(text);
    const source = embedded?.text ?? text;
    const binding = embedded === undefined ? definition?.binding : languageNamed(embedded.language)?.binding;
    if (binding === undefined) return emptyFile();
    if (text.length > this.#limits.size) return { ...emptyFile(), degraded: "size" };
    const grammar = await this.#load(binding.grammar);
    try {
      const attempt = await this.#parseTree(grammar, binding, source, text);
      if (attempt === undefined) return { ...emptyFile(), degraded: "time" };
      return this.#extract(attempt, path, embedded?.finish);
    } catch (error) {
      // The other files must still be indexed. After a trap the parsers are in an unknown state: make new ones.
      if (error instanceof WebAssembly.RuntimeError) this.#grammars.clear();
      return { ...emptyFile(), degraded: "failed" };
    }
  }

  /** See {@link SourceParser.dispose}. */
  dispose(): void {
    for (const loading of this.#grammars.values()) loading.then((grammar) => grammar.delete(), () => {});
    this.#grammars.clear();
    this.#bound.clear();
  }

  #load(name: GrammarName): Promise<GrammarParser> {
    let loading = this.#grammars.get(name);
    if (loading === undefined) {
      loading = GrammarParser.load(name);
      this.#grammars.set(name, loading);
      loading.catch(() => this.#grammars.delete(name));
    }
    return loading;
  }

  /** The tree with the least errors: as it is, repaired, or of the binding's alternative. */
  async #parseTree(
    grammar: GrammarParser,
    binding: GrammarBinding,
    source: string,
    text: string,
  ): Promise<Attempt | undefined> {
    const first = grammar.parse(source, text, this.#limits);
    if (first === undefined) return undefined;
    const tree = first.hasErrors
      ? grammar.parseRepaired(source, first, binding.repairs ?? [], this.#limits)
      : first;
    const attempt = { tree, binding, table: grammar.table };
    if (!tree.hasErrors || binding.alternative === undefined) return attempt;
    const other = await this.#parseTree(
      await this.#load(binding.alternative.grammar),
      binding.alternative,
      source,
      text,
    );
    return other !== undefined && errorSize(other.tree) < errorSize(tree) ? other : attempt;
  }

  #extract(
    { tree, binding, table }: Attempt,
    path: string,
    finish: ((extraction: Extraction) => void) | undefined,
  ): ParsedFile {
    const extraction = new Extraction(tree, path, binding);
    const { handlers, isComment, isIdentifier } = this.#bind(binding, table);
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

  #bind(binding: GrammarBinding, { typeNames, kept }: GrammarTable): BoundHandlers {
    let bound = this.#bound.get(binding);
    if (bound === undefined) {
      const isComment = new Uint8Array(kept.length);
      const isIdentifier = new Uint8Array(kept.length);
      const handlers = typeNames.map((name, id) => {
        if (kept[id] !== NAMED) return undefined;
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

function emptyFile(): ParsedFile {
  return { symbols: [], imports: [], references: [], namespaces: [], hasErrors: false };
}
