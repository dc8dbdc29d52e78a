/** From chosen units to the items of an answer, with their legacy costs and receipts. */
import type { ContextItem, ContextSpan, ContextSymbol, Detail } from "../model/mod.ts";
import { shortHash } from "../repository/mod.ts";
import type { ParagraphCounts } from "../tokens/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { docSummary } from "./outline_units.ts";
import { shownReasons } from "./reasons.ts";
import {
  duplicateReceipt,
  pointerReceipt,
  type ProducerTags,
  spanReceipt,
  symbolReceipt,
} from "./receipts.ts";
import type { PackFormat, TokenMeter } from "./request.ts";
import type { ChosenFile, Range } from "./selection.ts";
import { innermostName, partOf } from "./segments.ts";
import { stripComments } from "./strip_comments.ts";

/** Legacy charge of an embedded item before path, reasons and content, and of one outlined symbol. */
const ENVELOPE_TOKENS = 40;
const SYMBOL_TOKENS = 26;

/** What all items of one answer share. */
export interface ItemContext {
  detail: Detail;
  format: PackFormat;
  meter: TokenMeter;
  /** For texts that the answer repeats. */
  counts: Pick<ParagraphCounts, "count">;
  tags: ProducerTags;
  stripComments: boolean;
  /** Content hash → path of the first file of the answer with that content. */
  duplicateOf(file: EvidenceFile): string | undefined;
}

/**
 * Builds items and remembers their parts: the same range of the same file is the same object in every tentative
 * answer, so that it is hashed, counted and rendered once.
 */
export class ItemBuilder {
  readonly #context: ItemContext;
  readonly #spans = new Map<EvidenceFile, Map<string, { span: ContextSpan; tokens: number }>>();
  readonly #symbols = new Map<EvidenceFile, Map<number, { symbol: ContextSymbol; tokens: number }>>();

  constructor(context: ItemContext) {
    this.#context = context;
  }

  /** The item of one chosen file. */
  async build(chosen: ChosenFile): Promise<ContextItem> {
    const { file } = chosen;
    if (chosen.duplicate) return await this.#duplicate(file);
    if (chosen.ranges.length > 0) return await this.#slices(file, chosen.ranges);
    if (chosen.symbols.size > 0) return await this.#outline(file, chosen.symbols);
    return await this.#pointer(file);
  }

  /** The span of a range of lines. */
  async span(file: EvidenceFile, range: Range): Promise<{ span: ContextSpan; tokens: number }> {
    const cache = mapOf(this.#spans, file);
    const key = `${range.startLine}-${range.endLine}`;
    const known = cache.get(key);
    if (known) return known;
    const { startLine, endLine } = range;
    const name = innermostName(file.symbols, startLine, endLine);
    const whole = partOf(file.symbols, startLine);
    const verbatim = file.text(startLine, endLine);
    const text = this.#context.stripComments ? stripComments(verbatim) : verbatim;
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
    const entry = { span, tokens: this.#textTokens(text) };
    cache.set(key, entry);
    return entry;
  }

  /** The outlined form of a symbol. */
  async symbol(file: EvidenceFile, position: number): Promise<{ symbol: ContextSymbol; tokens: number }> {
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
    const line = summary === "" ? record.signature : `${record.signature} ${summary}`;
    const entry = { symbol, tokens: this.#context.meter.count(`${line}\n`) + SYMBOL_TOKENS };
    cache.set(position, entry);
    return entry;
  }

  /** Receipt of the pointer to a file. */
  pointerReceipt(file: EvidenceFile): Promise<string> {
    const { path, contentHash } = file.candidate;
    return pointerReceipt(path, contentHash, this.#context.detail);
  }

  #textTokens(text: string): number {
    return this.#context.counts.count(
      this.#context.format === "json" ? JSON.stringify(text).slice(1, -1) : text,
    );
  }

  #head(file: EvidenceFile): Pick<ContextItem, "path" | "kind" | "score" | "hash" | "reasons"> {
    const { path, kind, score, contentHash, reasons } = file.candidate;
    return { path, kind, score, hash: shortHash(contentHash), reasons: shownReasons(reasons) };
  }

  #embedded(file: EvidenceFile, contentTokens: number): {
    content_tokens: number;
    projected_read_tokens: number;
    estimated_tokens: number;
    file_tokens: number;
  } {
    const { meter } = this.#context;
    const { path, fileTokens } = file.candidate;
    const envelope = ENVELOPE_TOKENS + meter.count(path) + meter.count(this.#head(file).reasons.join(","));
    return {
      content_tokens: meter.scale(contentTokens),
      projected_read_tokens: 0,
      estimated_tokens: meter.scale(contentTokens + envelope),
      file_tokens: meter.scale(fileTokens),
    };
  }

  async #pointer(file: EvidenceFile): Promise<ContextItem> {
    const read = this.#context.meter.scale(file.candidate.fileTokens);
    const { path, kind, score, hash, reasons } = this.#head(file);
    return {
      path,
      kind,
      score,
      ...lineRange(primaryRange(file)),
      content_tokens: 0,
      projected_read_tokens: read,
      estimated_tokens: read,
      hash,
      receipt: await this.pointerReceipt(file),
      reasons,
    };
  }

  async #duplicate(file: EvidenceFile): Promise<ContextItem> {
    const target = this.#context.duplicateOf(file)!;
    const { path, kind, score, hash, reasons } = this.#head(file);
    return {
      path,
      kind,
      score,
      content_tokens: 0,
      projected_read_tokens: 0,
      estimated_tokens: 0,
      hash,
      receipt: await duplicateReceipt(path, file.candidate.contentHash, this.#context.detail, target),
      duplicate_of: target,
      reasons,
    };
  }

  async #outline(file: EvidenceFile, chosen: ReadonlySet<number>): Promise<ContextItem> {
    const symbols: ContextSymbol[] = [];
    let tokens = 0;
    for (const position of [...chosen].sort((a, b) => a - b)) {
      const entry = await this.symbol(file, position);
      symbols.push(entry.symbol);
      tokens += entry.tokens;
    }
    const { path, kind, score, hash, reasons } = this.#head(file);
    const omitted = file.symbols.length - symbols.length;
    return {
      path,
      kind,
      score,
      ...lineRange(primaryRange(file)),
      ...this.#embedded(file, tokens),
      hash,
      reasons,
      symbols,
      ...(omitted > 0 ? { symbols_omitted: omitted } : {}),
    };
  }

  async #slices(file: EvidenceFile, ranges: readonly Range[]): Promise<ContextItem> {
    const spans: ContextSpan[] = [];
    let tokens = 0;
    let stripped = false;
    for (const range of ranges) {
      const entry = await this.span(file, range);
      spans.push(entry.span);
      tokens += entry.tokens;
      if (this.#context.stripComments && entry.span.text !== file.text(range.startLine, range.endLine)) {
        stripped = true;
      }
    }
    const { path, kind, score, hash, reasons } = this.#head(file);
    return {
      path,
      kind,
      score,
      ...this.#embedded(file, tokens),
      hash,
      ...(stripped ? { stripped: true as const } : {}),
      reasons,
      spans,
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
