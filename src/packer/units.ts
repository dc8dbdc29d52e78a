/** Everything that could be delivered for a request, in the order in which it should be. */
import type { EvidenceFile } from "./evidence_file.ts";
import { MAX_SPANS } from "./identities.ts";
import { outlineOrder } from "./outline_units.ts";
import type { PackRequest } from "./request.ts";
import type { Range, Unit } from "./selection.ts";
import { type ScoredSegment, scoreSegments, scoreWindows } from "./span_scores.ts";

/** Without a budget to compete for, a span must reach this share of the best text score: weaker ones are no evidence. */
const WEAK_TEXT_SHARE = 0.12;
/** Lines of the windows that stand in for a file whose every segment is too large: the longest that fits is best. */
const WINDOW_LINES = [16, 8, 4, 2, 1];

/** What is offered for an answer. */
export interface Offer {
  /** In the order in which they are to be admitted. */
  readonly units: readonly Unit[];
  /** The best file with lines to deliver, when a budget makes files compete. */
  readonly leader?: EvidenceFile;
  /** The better ranked file of which a file is a copy. */
  readonly originalOf: (file: EvidenceFile) => EvidenceFile | undefined;
  /** Parts of the leader that are smaller than its segments, largest first, the best of one length first. */
  readonly windows: () => readonly Unit[];
  /** The best ranges of a file, as many as an answer without a budget has. */
  readonly bestOf: (file: EvidenceFile) => readonly Range[];
}

/** The offer of no file. */
export const NOTHING: Offer = {
  units: [],
  originalOf: () => undefined,
  windows: () => [],
  bestOf: () => [],
};

/** What the files in question offer; `files` are those of which the client does not hold everything. */
export function offerOf(request: PackRequest, files: readonly EvidenceFile[]): Offer {
  const firstByHash = new Map<string, EvidenceFile>();
  const originals = new Map<EvidenceFile, EvidenceFile>();
  for (const file of files) {
    if (file.candidate.fileTokens === 0) continue;
    const first = firstByHash.get(file.candidate.contentHash);
    if (first) originals.set(file, first);
    else firstByHash.set(file.candidate.contentHash, file);
  }
  const originalOf = (file: EvidenceFile): EvidenceFile | undefined => originals.get(file);
  if (request.detail === "slices") return { ...offerLines(request, files, originalOf), originalOf };
  const units = files.flatMap((file) =>
    request.detail === "paths" || originals.has(file) ? [pointer(file, originalOf)] : outlineUnits(file)
  );
  return { ...NOTHING, units, originalOf };
}

function pointer(file: EvidenceFile, originalOf: Offer["originalOf"]): Unit {
  const kind = originalOf(file) ? "duplicate" : "pointer";
  return { file, kind, startLine: 0, endLine: 0, symbol: -1 };
}

function outlineUnits(file: EvidenceFile): Unit[] {
  if (file.symbols.length === 0) return [pointer(file, NOTHING.originalOf)];
  return outlineOrder(file.symbols, file.roles, file.candidate.passage).map((position) => {
    const { startLine, endLine } = file.symbols[position]!;
    return { file, kind: "symbol", startLine, endLine, symbol: position };
  });
}

function offerLines(
  request: PackRequest,
  files: readonly EvidenceFile[],
  originalOf: Offer["originalOf"],
): Omit<Offer, "originalOf"> {
  const { weights } = request.ranking.terms;
  const scored = scoreSegments(files.filter((file) => !originalOf(file)), weights);
  const strong = new Map<EvidenceFile, ScoredSegment[]>();
  for (const segment of scored) {
    if (segment.text < WEAK_TEXT_SHARE) continue;
    const own = strong.get(segment.file);
    if (own) own.push(segment);
    else strong.set(segment.file, [segment]);
  }
  const bestOf = (file: EvidenceFile): ScoredSegment[] => strong.get(file)?.slice(0, MAX_SPANS) ?? [];
  const { response, chargedWork } = request.budgets;
  if (response === undefined && chargedWork === undefined) {
    // Without a ceiling the cap on files decides: each file in the order of the ranking with its best spans.
    const units = files.flatMap((file) =>
      strong.has(file) ? bestOf(file).map(toUnit) : [pointer(file, originalOf)]
    );
    return { units, windows: () => [], bestOf };
  }
  const competing = scored.filter((segment) => segment.hasEvidence);
  const withLines = new Set(competing.map((segment) => segment.file));
  const leader = files.find((file) => withLines.has(file));
  const first = competing.find((segment) => segment.file === leader);
  let windows: Unit[] | undefined;
  return {
    units: [
      ...(first ? [first] : []).map(toUnit),
      ...competing.filter((segment) => segment !== first).map(toUnit),
      ...files.filter((file) => !withLines.has(file)).map((file) => pointer(file, originalOf)),
    ],
    ...(leader === undefined ? {} : { leader }),
    windows: () => windows ??= leader === undefined ? [] : windowsOf(leader, weights),
    bestOf,
  };
}

function windowsOf(file: EvidenceFile, weights: ReadonlyMap<string, number>): Unit[] {
  return WINDOW_LINES.flatMap((lines) =>
    scoreWindows(file, lines, weights).filter((window) => window.hasEvidence).map(toUnit)
  );
}

function toUnit(segment: ScoredSegment): Unit {
  const { file, startLine, endLine } = segment;
  return { file, kind: "span", startLine, endLine, symbol: -1 };
}
