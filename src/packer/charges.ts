/** The legacy cost of an item, section 13 of the specification: what `--budget-tokens` bounds. */
import type { ContextItem } from "../model/mod.ts";
import type { ParagraphCounts } from "../tokens/mod.ts";
import type { EvidenceFile } from "./evidence_file.ts";
import { docSummary } from "./outline_units.ts";
import { itemReasons } from "./reasons.ts";
import type { PackFormat, TokenMeter } from "./request.ts";
import type { ChosenFile, Range } from "./selection.ts";
import { stripComments } from "./strip_comments.ts";

/** Charged for an embedded item before path, reasons and content, and for one outlined symbol. */
const ENVELOPE_TOKENS = 40;
const SYMBOL_TOKENS = 26;

/** The token members of an item. */
export type ItemCosts = Pick<
  ContextItem,
  "content_tokens" | "projected_read_tokens" | "estimated_tokens" | "file_tokens"
>;

/** Counts what items cost; texts are counted once. */
export class Charges {
  readonly #meter: TokenMeter;
  readonly #counts: Pick<ParagraphCounts, "count">;
  readonly #isJson: boolean;
  readonly #isStripped: boolean;
  readonly #frames = new Map<EvidenceFile, number>();
  readonly #spans = new Map<EvidenceFile, Map<string, { text: string; tokens: number }>>();

  /** @param counts for texts that tentative answers repeat. */
  constructor(given: {
    meter: TokenMeter;
    counts: Pick<ParagraphCounts, "count">;
    format: PackFormat;
    stripComments: boolean;
  }) {
    this.#meter = given.meter;
    this.#counts = given.counts;
    this.#isJson = given.format === "json";
    this.#isStripped = given.stripComments;
  }

  /** What the item of a chosen file costs. */
  of(chosen: ChosenFile): ItemCosts {
    const { file } = chosen;
    const { fileTokens } = file.candidate;
    const meter = this.#meter;
    if (chosen.duplicate) return { content_tokens: 0, projected_read_tokens: 0, estimated_tokens: 0 };
    if (chosen.ranges.length === 0 && chosen.symbols.size === 0) {
      const read = meter.scale(fileTokens);
      return { content_tokens: 0, projected_read_tokens: read, estimated_tokens: read };
    }
    const content = this.#content(chosen);
    return {
      content_tokens: meter.scale(content),
      projected_read_tokens: 0,
      estimated_tokens: meter.scale(content + this.frame(chosen)),
      file_tokens: meter.scale(fileTokens),
    };
  }

  /** What an embedded item costs before its content, raw. */
  frame(chosen: Pick<ChosenFile, "file" | "ranges">): number {
    const { file } = chosen;
    const known = this.#frames.get(file);
    if (known !== undefined) return known;
    const texts = [file.candidate.path, itemReasons(chosen).join(",")];
    const frame = texts.reduce((sum, text) => sum + this.#meter.count(text), ENVELOPE_TOKENS);
    this.#frames.set(file, frame);
    return frame;
  }

  /** The lines that a span of a range delivers. */
  text(file: EvidenceFile, range: Range): string {
    return this.#span(file, range).text;
  }

  #content({ file, ranges, symbols }: ChosenFile): number {
    if (ranges.length > 0) return ranges.reduce((sum, range) => sum + this.#span(file, range).tokens, 0);
    const heads = [...symbols].sort((a, b) => a - b).map((position) => {
      const { signature, doc } = file.symbols[position]!;
      const summary = docSummary(doc);
      return summary === "" ? signature : `${signature} ${summary}`;
    });
    return this.#counts.count(heads.join("\n")) + SYMBOL_TOKENS * heads.length;
  }

  #span(file: EvidenceFile, { startLine, endLine }: Range): { text: string; tokens: number } {
    let known = this.#spans.get(file);
    if (!known) this.#spans.set(file, known = new Map());
    const key = `${startLine}-${endLine}`;
    let span = known.get(key);
    if (!span) {
      const verbatim = file.text(startLine, endLine);
      const text = this.#isStripped ? stripComments(verbatim) : verbatim;
      const tokens = this.#counts.count(this.#isJson ? JSON.stringify(text).slice(1, -1) : text);
      known.set(key, span = { text, tokens });
    }
    return span;
  }
}
