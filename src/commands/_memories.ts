/** Which recalled memories ride along with an answer, and what they cost. */
import type { Candidate, MemoryHit } from "../model/mod.ts";
import type { Session, TokenMeter } from "../packer/mod.ts";
import type { OpenIndex } from "./_open_index.ts";

/** More memories than this crowd out the files they are about. */
const MOST = 3;
/** Charged for the frame of an entry and of each linked file: section 13 of the specification. */
const ENTRY_TOKENS = 24;
const FILE_TOKENS = 8;
/** Memories take at most this share of a budget for charged work. */
const RESERVE_SHARE = 5;

/** What an answer is about. */
interface Question {
  readonly terms: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly session: string | undefined;
  /** What the session was sent before. */
  readonly remembered: Session | undefined;
  readonly isJson: boolean;
  /** The budget for charged work, when there is one. */
  readonly chargedWork: number | undefined;
  /** As in {@link TreeAge.hashOf}. */
  hashOf(path: string): string | undefined;
}

/** The best memories that fit the reserve; one that is too large, or that the session holds, is passed over. */
export async function recall(index: OpenIndex, question: Question, meter: TokenMeter): Promise<MemoryHit[]> {
  const { statePaths } = await import("../repository/mod.ts");
  if (isMissing(statePaths(index.root).memory)) return [];
  const { recallMemories } = await import("../memory/mod.ts");
  const { wasSent } = await import("../packer/mod.ts");
  const { terms, candidates, session, remembered } = question;
  const found = recallMemories(index.root, {
    terms,
    fileScores: new Map(candidates.map(({ path, score }) => [path, score])),
    ...(session === undefined ? {} : { session }),
  }, (path) => question.hashOf(path));
  let reserve = question.chargedWork === undefined
    ? Infinity
    : Math.floor(question.chargedWork / RESERVE_SHARE);
  const chosen: MemoryHit[] = [];
  for (const memory of found) {
    if (chosen.length === MOST) break;
    const cost = costOf(memory, question.isJson, meter);
    if (cost > reserve || await wasSent(remembered, memory)) continue;
    reserve -= cost;
    chosen.push({ ...memory, estimated_tokens: cost });
  }
  return chosen;
}

/** Most repositories have no memories: then the room behind them need not be loaded. */
function isMissing(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

function costOf(memory: MemoryHit, isJson: boolean, meter: TokenMeter): number {
  const text = isJson ? JSON.stringify(memory.text).slice(1, -1) : memory.text;
  const files = Object.keys(memory.files ?? {}).reduce(
    (sum, path) => sum + meter.count(path) + FILE_TOKENS,
    0,
  );
  return meter.scale(
    meter.count(text) + ENTRY_TOKENS + meter.count((memory.reasons ?? []).join(",")) + files,
  );
}
