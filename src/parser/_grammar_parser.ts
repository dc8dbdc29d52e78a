import type { Parser, Tree } from "web-tree-sitter";
import { ERROR_NODE, type GrammarTable, grammarTable, SyntaxTree } from "./_syntax_tree.ts";
import type { GrammarName } from "./grammars.ts";
import type { Repair } from "./language.ts";
import type { ParseLimits } from "./parser.ts";

/** Longer files, in UTF-16 units, are parsed once, errors or not. */
const REPAIR_SIZE_LIMIT = 1_000_000;

/** A grammar that is loaded, with a parser of its own. */
export class GrammarParser {
  /** What the grammar's numbers mean. */
  readonly table: GrammarTable;
  readonly #parser: Parser;

  private constructor(parser: Parser, table: GrammarTable) {
    this.#parser = parser;
    this.table = table;
  }

  /** Loads a grammar, and tree-sitter with the first one. */
  static async load(name: GrammarName): Promise<GrammarParser> {
    const [treeSitter, { loadGrammar, startTreeSitter }] = await Promise.all([
      import("web-tree-sitter"),
      import("./grammars.ts"),
    ]);
    await startTreeSitter();
    const language = await loadGrammar(name);
    const parser = new treeSitter.Parser();
    parser.setLanguage(language);
    return new GrammarParser(parser, grammarTable(language));
  }

  /**
   * Parses a text or a stand-in of the same length.
   *
   * @param source what is parsed.
   * @param text what the tree's texts are read from.
   * @returns undefined when it took more work than the limits allow.
   */
  parse(source: string, text: string, limits: ParseLimits): SyntaxTree | undefined {
    const limit = limits.fixedWork + limits.workPerUnit * source.length;
    // Some grammars want the line break behind a last directive or comment.
    const whole = source.endsWith("\n") ? source : `${source}\n`;
    let work = 0;
    let tree: Tree | null = null;
    try {
      tree = this.#parser.parse(whole, null, { progressCallback: () => ++work > limit });
      // An aborted parse would be resumed by the next one.
      if (tree === null) this.#parser.reset();
      return tree === null ? undefined : new SyntaxTree(tree, this.table, text);
    } finally {
      tree?.delete();
    }
  }

  /** Parses the stand-ins for constructs the grammar does not know; returns the tree with the least errors. */
  parseRepaired(
    source: string,
    tree: SyntaxTree,
    repairs: readonly Repair[],
    limits: ParseLimits,
  ): SyntaxTree {
    let best = tree;
    let size = errorSize(tree);
    if (source.length > REPAIR_SIZE_LIMIT) return tree;
    for (const repair of repairs) {
      if (size === 0) break;
      const standIn = repair(source);
      if (standIn === source || standIn.length !== source.length) continue;
      const other = this.parse(standIn, tree.text, limits);
      if (other !== undefined && errorSize(other) < size) [best, size] = [other, errorSize(other)];
    }
    return best;
  }

  /** Frees the parser's memory. */
  delete(): void {
    this.#parser.delete();
  }
}

/** Amount of text inside ERROR nodes; 0 only for a tree without any error. */
export function errorSize(tree: SyntaxTree): number {
  let size = tree.hasErrors ? 1 : 0;
  for (let node = 0; node < tree.size;) {
    const isError = tree.type(node) === ERROR_NODE;
    if (isError) size += 1 + tree.end(node) - tree.start(node);
    node = isError ? tree.after(node) : node + 1;
  }
  return size;
}
