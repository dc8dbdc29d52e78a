/** Gathers what the resolvers find, without repeats, and puts it in order at the end. */
import { compareStrings } from "../model/mod.ts";
import type { Edge, ReferenceKind, ReferenceRecord, SymbolEdge } from "../model/mod.ts";
import type { Declaration } from "./_declared_names.ts";

/** How an importer uses what it imports: `type` when nothing of it is needed at run time. */
export type LinkUse = "type" | "value";

/** The one place where edges come together. */
export class LinkCollector {
  readonly #imports = new Map<string, Map<string, LinkUse>>();
  readonly #tests = new Map<string, Set<string>>();
  readonly #symbolEdges = new Map<string, SymbolEdge>();
  readonly #usedFiles = new Map<string, Map<string, LinkUse>>();

  /** Records that `source` depends on `target`; a file never depends on itself. The stronger use wins. */
  addImport(source: string, target: string, use: LinkUse): void {
    if (source === target) return;
    strengthen(this.#imports, source, target, use);
  }

  /** Records that the test file `source` tests `target`. */
  addTest(source: string, target: string): void {
    if (source === target) return;
    const targets = this.#tests.get(source);
    if (targets === undefined) this.#tests.set(source, new Set([target]));
    else targets.add(target);
  }

  /** Records that a reference means a declaration of another file; the first evidence for a pair is kept. */
  addUse(
    source: string,
    { kind, within }: ReferenceRecord,
    { path, symbol }: Declaration,
    evidence: SymbolEdge["evidence"],
  ): void {
    if (source === path) return;
    strengthen(this.#usedFiles, source, path, useOf(kind));
    const key = `${source}\0${within}\0${path}\0${symbol}`;
    if (this.#symbolEdges.has(key)) return;
    const edge = { srcPath: source, srcSymbol: within, dstPath: path, dstSymbol: symbol, evidence };
    this.#symbolEdges.set(key, edge);
  }

  /** The same where the use itself is all that says that the file depends on the other one. */
  addDependency(
    source: string,
    reference: ReferenceRecord,
    target: Declaration,
    evidence: SymbolEdge["evidence"],
  ): void {
    this.addImport(source, target.path, useOf(reference.kind));
    this.addUse(source, reference, target, evidence);
  }

  /** What a file imports so far. */
  importsOf(source: string): ReadonlyMap<string, LinkUse> {
    return this.#imports.get(source) ?? NO_FILES;
  }

  /** The files that declare what a file uses, directly or by way of others, as far as known. */
  usedFilesOf(source: string): ReadonlyMap<string, LinkUse> {
    return this.#usedFiles.get(source) ?? NO_FILES;
  }

  /** All import and test edges, sorted by source, target and kind. */
  edges(): Edge[] {
    const edges: Edge[] = [];
    for (const [src, targets] of this.#imports) {
      for (const dst of targets.keys()) edges.push({ src, dst, kind: "import" });
    }
    for (const [src, targets] of this.#tests) {
      for (const dst of targets) edges.push({ src, dst, kind: "test" });
    }
    return edges.sort((a, b) =>
      compareStrings(a.src, b.src) || compareStrings(a.dst, b.dst) || compareStrings(a.kind, b.kind)
    );
  }

  /** All symbol edges, sorted by every member. */
  symbolEdges(): SymbolEdge[] {
    return [...this.#symbolEdges.values()].sort((a, b) =>
      compareStrings(a.srcPath, b.srcPath) || a.srcSymbol - b.srcSymbol ||
      compareStrings(a.dstPath, b.dstPath) || a.dstSymbol - b.dstSymbol
    );
  }
}

const NO_FILES: ReadonlyMap<string, LinkUse> = new Map();

function useOf(kind: ReferenceKind): LinkUse {
  return kind === "type" ? "type" : "value";
}

function strengthen(
  uses: Map<string, Map<string, LinkUse>>,
  source: string,
  target: string,
  use: LinkUse,
): void {
  let targets = uses.get(source);
  if (targets === undefined) uses.set(source, targets = new Map());
  if (use === "value" || !targets.has(target)) targets.set(target, use);
}
