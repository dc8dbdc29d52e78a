/** The names of an answer: which index, which evidence, which bytes. Section 14 of the specification. */
import { type ContextItem, type MemoryHit, type ReusedUnit, SCHEMA_VERSION } from "../model/mod.ts";
import { canonicalHash, encodeFields, encodeRecords, sha256Hex } from "../repository/mod.ts";
import type { AnalysisIdentity, PackFormat, PackRequest, PackSurface } from "./request.ts";

/** Raised when the same index and task may rank differently. */
export const RANKING_VERSION = "rank1";
/** Raised when evidence is cut or encoded differently. */
export const EVIDENCE_VERSION = "ev1";
/** Raised when the same evidence renders to other bytes. */
export const REPRESENTATION_VERSION = "rep1";
/** The most reused units an answer lists. */
export const MAX_REUSED_LISTED = 20;
/** The most spans of one file without a response budget. */
export const MAX_SPANS = 3;

/** Hash of the index content, the versions of all stages and the effective configuration. */
export function analysisState(identity: AnalysisIdentity): Promise<string> {
  return canonicalHash([
    "analysis_state.v1",
    identity.contentState,
    identity.producerVersion,
    identity.schemaVersion,
    RANKING_VERSION,
    EVIDENCE_VERSION,
    identity.effectiveConfigHash,
  ]);
}

/** Hash of the state of a working tree that differs from the index. */
export function worktreeState(
  contentState: string,
  changes: readonly { status: string; path: string; hash: string | undefined }[],
): Promise<string> {
  const records = [...changes].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.status < b.status ? -1 : a.status > b.status ? 1 : 0
  ).map((change) => [change.status, change.path, change.hash ?? "-"]);
  return canonicalHash(["worktree_state.v1", contentState, encodeRecords(records)]);
}

/** Hash of what is delivered, whatever its format. */
export async function evidenceId(
  state: string,
  request: PackRequest,
  evidence: {
    items: readonly ContextItem[];
    reused: readonly ReusedUnit[];
    memories: readonly MemoryHit[];
  },
): Promise<string> {
  const { query, ranking, budgets } = request;
  const limit = (value: number | undefined): string => value === undefined ? "-" : String(value);
  const options = [
    `top=${request.top}`,
    `detail=${request.detail}`,
    `budget=${limit(budgets.chargedWork)}`,
    `response_budget=${limit(budgets.response)}`,
    `read_budget=${limit(budgets.projectedReads)}`,
    `max_spans=${MAX_SPANS}`,
    `max_reused_listed=${MAX_REUSED_LISTED}`,
    `serialized_charging=${request.format === "json"}`,
    `strip_comments=${request.stripComments}`,
  ];
  const records = [
    ...evidence.items.map((item) => [
      "item.v2",
      item.path,
      encodeFields(item.reasons),
      item.duplicate_of ?? "",
      item.stripped ? "stripped" : "verbatim",
      encodeFields(receiptsOfItem(item)),
    ]),
    ...evidence.reused.map((unit) => ["reused.v1", unit.path, unit.receipt]),
    ...evidence.memories.map((memory) => ["memory.v1", JSON.stringify(memory)]),
  ];
  return await canonicalHash([
    "evidence_id.v1",
    state,
    await canonicalHash(["query.v1", encodeFields(ranking.terms.reported), query]),
    encodeFields(options),
    encodeRecords(records),
  ]);
}

/** Receipts of everything an item delivers. */
export function receiptsOfItem(item: ContextItem): string[] {
  const receipts = [...(item.spans ?? []), ...(item.symbols ?? [])].flatMap((unit) => unit.receipt ?? []);
  return receipts.length === 0 && item.receipt !== undefined ? [item.receipt] : receipts;
}

/** Hash of the exact bytes of an answer, taken over the body without this id. */
export async function representationId(
  evidence: string,
  body: string,
  form: { format: PackFormat; profile: string | undefined; surface: PackSurface },
): Promise<string> {
  return await canonicalHash([
    "representation_id.v1",
    evidence,
    String(SCHEMA_VERSION),
    REPRESENTATION_VERSION,
    form.format,
    form.profile ?? "o200k",
    "utf-8",
    form.surface,
    await sha256Hex(body),
  ]);
}
