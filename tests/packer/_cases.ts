/** Random requests over the sample files, the same in every run. */
import { packContext, type PackRequest, type TokenMeter } from "../../src/packer/mod.ts";
import type { PackFormat, PackOutcome } from "../../src/packer/mod.ts";
import type { MemoryHit } from "../../src/model/mod.ts";
import { UsageError } from "../../src/model/mod.ts";
import { loadTokenizer, scale } from "../../src/tokens/mod.ts";
import { sampleFiles, sampleRequest } from "./sample_source.ts";

const tokenizer = await loadTokenizer({});
const WORDS =
  "budget receipt session lock hash config render span segment symbol outline score path root link token file state known seen zebra"
    .split(" ");

/** The files that the cases are about. */
export const files = await sampleFiles();

/** Counts as o200k does. */
export const raw: TokenMeter = { count: (text) => tokenizer.count(text), scale: (tokens) => tokens };

/** Counts as another model does, by a factor. */
export function calibrated(factor: number): TokenMeter {
  return {
    count: raw.count,
    scale: (tokens) => scale(tokens, { factor, label: `x${factor}` }),
    label: `x${factor}`,
  };
}

/** A small linear congruential generator: whole numbers below a limit. */
export function chooser(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

/** A request in any format and detail. */
export function anyRequest(next: (limit: number) => number, given: Partial<PackRequest> = {}): PackRequest {
  const query = Array.from({ length: 1 + next(5) }, () => WORDS[next(WORDS.length)]).join(" ");
  return sampleRequest(files, query, {
    meter: [raw, calibrated(1.2), calibrated(0.37)][next(3)]!,
    format: (["json", "md", "text"] as PackFormat[])[next(3)]!,
    detail: (["slices", "outline", "paths"] as const)[next(3)]!,
    surface: (["cli", "mcp-text"] as const)[next(2)]!,
    stripComments: next(3) === 0,
    top: 1 + next(12),
    memories: next(4) === 0 ? [memory(next(400))] : [],
    ...given,
  });
}

function memory(tokens: number): MemoryHit {
  return {
    id: "cbd66cf8",
    kind: "note",
    text: "Retries are capped. ".repeat(1 + Math.floor(tokens / 5)).trim(),
    score: 1,
    created: "2026-01-01",
    estimated_tokens: tokens + 24,
    reasons: ["term:retries"],
  };
}

/** The answer, or nothing when the request is refused. */
export async function answerOrRefusal(request: PackRequest): Promise<PackOutcome | UsageError> {
  try {
    return await packContext(request);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}
