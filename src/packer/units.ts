/** Everything that could be delivered for a request, in the order in which it should be. */
import type { EvidenceFile } from "./evidence_file.ts";
import { MAX_SPANS } from "./identities.ts";
import { outlineOrder } from "./outline_units.ts";
import type { PackRequest } from "./request.ts";
import type { Reuse } from "./reuse.ts";
import type { Unit } from "./selection.ts";
import { type ScoredSegment, scoreSegments } from "./span_scores.ts";

/** Without a budget to compete for, a span must reach this share of the best text score: weaker ones are no evidence. */
const WEAK_TEXT_SHARE = 0.12;

/** The deliverable units of the considered files. */
export function deliverableUnits(request: PackRequest, files: readonly EvidenceFile[], reuse: Reuse): Unit[] {
  const open = files.filter((file) => !reuse.acknowledged.has(file.candidate.fileId));
  const firstByHash = new Map<string, EvidenceFile>();
  const duplicates = new Set<EvidenceFile>();
  for (const file of open) {
    if (file.candidate.fileTokens === 0) continue;
    if (firstByHash.has(file.candidate.contentHash)) duplicates.add(file);
    else firstByHash.set(file.candidate.contentHash, file);
  }
  if (request.detail === "paths") {
    return open.map((file) => pointer(file, duplicates.has(file) ? "duplicate" : "pointer"));
  }
  if (request.detail === "outline") {
    return open.flatMap((file) =>
      duplicates.has(file) ? [pointer(file, "duplicate")] : outlineUnits(file, reuse)
    );
  }
  return sliceUnits(request, open, duplicates);
}

function pointer(file: EvidenceFile, kind: "pointer" | "duplicate"): Unit {
  return { file, kind, startLine: 0, endLine: 0, symbol: -1 };
}

function outlineUnits(file: EvidenceFile, reuse: Reuse): Unit[] {
  if (file.symbols.length === 0) return [pointer(file, "pointer")];
  const held = reuse.heldSymbols.get(file);
  return outlineOrder(file.symbols, file.roles, file.candidate.passage).filter((position) =>
    !held?.has(position)
  )
    .map(
      (position) => {
        const { startLine, endLine } = file.symbols[position]!;
        return { file, kind: "symbol", startLine, endLine, symbol: position };
      },
    );
}

function sliceUnits(
  request: PackRequest,
  open: readonly EvidenceFile[],
  duplicates: ReadonlySet<EvidenceFile>,
): Unit[] {
  const competing = open.filter((file) => !duplicates.has(file));
  const isBounded = request.budgets.response !== undefined || request.budgets.chargedWork !== undefined;
  const scored = scoreSegments(competing, request.ranking.terms.weights).filter((segment) =>
    isBounded ? segment.hasEvidence : segment.text >= WEAK_TEXT_SHARE
  );
  const withSpans = new Set(scored.map((segment) => segment.file));
  const rest = open.filter((file) => !withSpans.has(file)).map((file) =>
    pointer(file, duplicates.has(file) ? "duplicate" : "pointer")
  );
  if (isBounded) {
    return [...scored.map(toUnit), ...rest];
  }
  // Without a ceiling the cap on files decides: each file in the order of the ranking with its best spans.
  const units: Unit[] = [];
  for (const file of open) {
    const own = scored.filter((segment) => segment.file === file).slice(0, MAX_SPANS);
    units.push(...own.map(toUnit), ...rest.filter((unit) => unit.file === file));
  }
  return units;
}

function toUnit(segment: ScoredSegment): Unit {
  const { file, startLine, endLine } = segment;
  return { file, kind: "span", startLine, endLine, symbol: -1 };
}
