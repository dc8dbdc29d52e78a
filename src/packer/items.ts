/** From chosen units to the items of an answer, with their legacy costs and receipts. */
import type { ContextItem, ContextSpan, ContextSymbol, Detail } from "../model/mod.ts";
import { shortHash } from "../repository/mod.ts";
import type { Charges } from "./charges.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { docSummary } from "./outline_units.ts";
import { itemReasons } from "./reasons.ts";
import {
  duplicateReceipt,
  pointerReceipt,
  type ProducerTags,
  spanReceipt,
  symbolReceipt,
} from "./receipts.ts";
import { type ChosenFile, overlap, type Range } from "./selection.ts";
import { innermostName, partOf } from "./segments.ts";

/** What all items of one answer share. */
export interface ItemContext {
  detail: Detail;
  charges: Charges;
  tags: ProducerTags;
  /** The path of the better ranked file of which a file is a copy. */
  duplicateOf(file: EvidenceFile): string | undefined;
  /** The ranges of a file that were its best candidates, as far as the client does not hold them. */
  bestOf(file: EvidenceFile): readonly Range[];
}

/**
 * Builds items and remembers their parts: the same range of the same file is the same object in every tentative
 * answer, so that it is hashed, counted and rendered once.
 */
export class ItemBuilder {
  readonly #context: ItemContext;
  readonly #spans = new Map<EvidenceFile, Map<string, ContextSpan>>();
  readonly #symbols = new Map<EvidenceFile, Map<number, ContextSymbol>>();

  constructor(context: ItemContext) {
    this.#context = context;
  }

  /** The item of one chosen file. */
  async build(chosen: ChosenFile): Promise<ContextItem> {
    if (chosen.duplicate) return await this.#duplicate(chosen);
    if (chosen.ranges.length > 0) return await this.#slices(chosen);
    if (chosen.symbols.size > 0) return await this.#outline(chosen);
    return await this.#pointer(chosen);
  }

  /** The span of a range of lines. */
  async span(file: EvidenceFile, range: Range): Promise<ContextSpan> {
    const cache = mapOf(this.#spans, file);
    const key = `${range.startLine}-${range.endLine}`;
    const known = cache.get(key);
    if (known) return known;
    const { startLine, endLine } = range;
    const name = innermostName(file.symbols, startLine, endLine);
    const whole = partOf(file.symbols, startLine, name);
    const text = this.#context.charges.text(file, range);
    const { path, contentHash } = file.candidate;
    const receipt = await spanReceipt(
      { path, contentHash },
      { startLine, endLine, symbol: name, text },
      this.#context.tags,
    );
    const span: ContextSpan = {
      start_line: startLine,
      end_line: endLine,
      ...(name === "" ? {} : { symbol: name }),
      ...(whole === "" ? {} : { part_of: whole }),
      text,
      receipt,
    };
    cache.set(key, span);
    return span;
  }

  /** The outlined form of a symbol. */
  async symbol(file: EvidenceFile, position: number): Promise<ContextSymbol> {
    const cache = mapOf(this.#symbols, file);
    const known = cache.get(position);
    if (known) return known;
    const record = file.symbols[position]!;
    const summary = docSummary(record.doc);
    const role = file.roles[position];
    const { path, contentHash } = file.candidate;
    const symbol: ContextSymbol = {
      name: record.name,
      kind: record.kind,
      start_line: record.startLine,
      end_line: record.endLine,
      signature: record.signature,
      ...(summary === "" ? {} : { doc: summary }),
      ...(role === undefined ? {} : { role }),
      receipt: await symbolReceipt(
        { path, contentHash },
        { ...record, docSummary: summary },
        this.#context.tags,
      ),
    };
    cache.set(position, symbol);
    return symbol;
  }

  /** Receipt of the pointer to a file. */
  pointerReceipt(file: EvidenceFile): Promise<string> {
    const { path, contentHash } = file.candidate;
    return pointerReceipt(path, contentHash, this.#context.detail);
  }

  /** Receipt of the pointer to a file that is a copy of another one. */
  duplicateReceipt(file: EvidenceFile): Promise<string> {
    const { path, contentHash } = file.candidate;
    return duplicateReceipt(path, contentHash, this.#context.detail, this.#context.duplicateOf(file)!);
  }

  #head({ file, ranges }: ChosenFile): Pick<ContextItem, "path" | "kind" | "score" | "hash" | "reasons"> {
    const { path, kind, score, contentHash } = file.candidate;
    return { path, kind, score, hash: shortHash(contentHash), reasons: itemReasons({ file, ranges }) };
  }

  async #pointer(chosen: ChosenFile): Promise<ContextItem> {
    const { file } = chosen;
    return {
      ...this.#head(chosen),
      ...lineRange(primaryRange(file)),
      ...this.#context.charges.of(chosen),
      receipt: await this.pointerReceipt(file),
    };
  }

  async #duplicate(chosen: ChosenFile): Promise<ContextItem> {
    const { file } = chosen;
    return {
      ...this.#head(chosen),
      ...this.#context.charges.of(chosen),
      receipt: await this.duplicateReceipt(file),
      duplicate_of: this.#context.duplicateOf(file)!,
    };
  }

  async #outline(chosen: ChosenFile): Promise<ContextItem> {
    const { file } = chosen;
    const symbols: ContextSymbol[] = [];
    for (const position of [...chosen.symbols].sort((a, b) => a - b)) {
      symbols.push(await this.symbol(file, position));
    }
    const omitted = file.symbols.length - symbols.length;
    return {
      ...this.#head(chosen),
      ...lineRange(primaryRange(file)),
      ...this.#context.charges.of(chosen),
      symbols,
      ...(omitted > 0 ? { symbols_omitted: omitted } : {}),
    };
  }

  async #slices(chosen: ChosenFile): Promise<ContextItem> {
    const { file, ranges } = chosen;
    const spans: ContextSpan[] = [];
    for (const range of ranges) spans.push(await this.span(file, range));
    const isStripped = spans.some(({ start_line, end_line, text }) =>
      text !== file.text(start_line, end_line)
    );
    const omitted = this.#context.bestOf(file).filter((best) => !ranges.some((range) => overlap(best, range)))
      .length;
    return {
      ...this.#head(chosen),
      ...this.#context.charges.of(chosen),
      ...(isStripped ? { stripped: true as const } : {}),
      spans,
      ...(omitted > 0 ? { spans_omitted: omitted } : {}),
    };
  }
}

function mapOf<K, V>(maps: Map<EvidenceFile, Map<K, V>>, file: EvidenceFile): Map<K, V> {
  let map = maps.get(file);
  if (!map) maps.set(file, map = new Map());
  return map;
}

function lineRange(range: Range): { start_line: number; end_line: number } {
  return { start_line: range.startLine, end_line: range.endLine };
}

/** The best matching symbol, else the best passage: where a pointer points. */
function primaryRange(file: EvidenceFile): Range {
  const [best] = file.candidate.symbols;
  if (best) return { startLine: best.startLine, endLine: best.endLine };
  return file.candidate.passage;
}
