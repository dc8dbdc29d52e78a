/** Receipts: stateless names of delivered units, so that a client can say "I already hold this". */
import { EVIDENCE_VERSION } from "./identities.ts";
import { canonicalHashBase64Url, encodeFields, sha256Hex } from "../repository/mod.ts";
import type { Detail } from "../model/mod.ts";

/** Versions of the stages that shape evidence; raise one when its output changes. */
export interface ProducerTags {
  /** Version of decoding and of evidence cutting: the tag of spans. */
  span: string;
  /** Version of decoding, parsing and evidence cutting: the tag of symbols. */
  symbol: string;
}

/** What identifies a delivered unit. Ranking and global state are left out on purpose. */
export interface ReceiptUnit {
  path: string;
  /** SHA-256 of the file, 64 hex digits. */
  contentHash: string;
  detail: Detail;
  unit: "pointer" | "span" | "symbol";
  /** 1-based and inclusive; 0 for a pointer. */
  startLine: number;
  endLine: number;
  /** Symbol name, or empty. */
  symbol: string;
  /** The delivered text, or the encoded facts that stand for it. */
  evidence: string;
  tag: string;
}

/** The tags of a producer: `producer` names the versions of the stages behind the index. */
export function producerTags(producer: string): ProducerTags {
  return { span: `${producer}.${EVIDENCE_VERSION}`, symbol: `${producer}.${EVIDENCE_VERSION}` };
}

const RECEIPT_VERSION = "r1";
const POINTER_TAG = "pointer.v1";

/** The shape of a receipt: 43 characters of base64url. */
export const RECEIPT_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Computes the receipt of a unit: section 14 of the specification. */
export async function receiptOf(unit: ReceiptUnit): Promise<string> {
  return await canonicalHashBase64Url([
    RECEIPT_VERSION,
    unit.path,
    unit.contentHash,
    unit.detail,
    unit.unit,
    String(unit.startLine),
    String(unit.endLine),
    unit.symbol,
    await sha256Hex(unit.evidence),
    unit.tag,
  ]);
}

/** Receipt of a file that is only pointed at. */
export function pointerReceipt(path: string, contentHash: string, detail: Detail): Promise<string> {
  return receiptOf({ ...pointer(path, contentHash, detail), evidence: "" });
}

/** Receipt of a pointer that says "same content as `target`". */
export function duplicateReceipt(
  path: string,
  contentHash: string,
  detail: Detail,
  target: string,
): Promise<string> {
  const evidence = encodeFields(["duplicate_of", target]);
  return receiptOf({ ...pointer(path, contentHash, detail), evidence });
}

/** Receipt of an outlined symbol; a receipt from `outline` and one from `context` are the same. */
export function symbolReceipt(
  file: { path: string; contentHash: string },
  symbol: { name: string; startLine: number; endLine: number; signature: string; docSummary: string },
  tags: ProducerTags,
): Promise<string> {
  return receiptOf({
    path: file.path,
    contentHash: file.contentHash,
    detail: "outline",
    unit: "symbol",
    startLine: symbol.startLine,
    endLine: symbol.endLine,
    symbol: symbol.name,
    evidence: encodeFields([symbol.signature, symbol.docSummary]),
    tag: tags.symbol,
  });
}

/** Receipt of a delivered span: its text without the final newline. */
export function spanReceipt(
  file: { path: string; contentHash: string },
  span: { startLine: number; endLine: number; symbol: string; text: string },
  tags: ProducerTags,
): Promise<string> {
  return receiptOf({
    path: file.path,
    contentHash: file.contentHash,
    detail: "slices",
    unit: "span",
    startLine: span.startLine,
    endLine: span.endLine,
    symbol: span.symbol,
    evidence: span.text,
    tag: tags.span,
  });
}

function pointer(path: string, contentHash: string, detail: Detail): Omit<ReceiptUnit, "evidence"> {
  return {
    path,
    contentHash,
    detail,
    unit: "pointer",
    startLine: 0,
    endLine: 0,
    symbol: "",
    tag: POINTER_TAG,
  };
}
