/** Full-text search: the lexical part of the ranking, with the best place in each file. */
import type { Candidate, ChunkKind } from "../model/mod.ts";
import type { ChunkHit, IndexReader } from "../store/mod.ts";
import { indexTerms } from "../text/mod.ts";
import { PARAMETERS } from "./parameters.ts";
import { rankFiles } from "./rank.ts";

/** A file and its best place. */
export interface FoundFile {
  candidate: Candidate;
  /** 1-based and inclusive. */
  startLine: number;
  endLine: number;
  chunkKind: ChunkKind;
  /** Heading of a section or name of a symbol. */
  heading?: string;
}

/** What to search. */
export interface SearchRequest {
  query: string;
  /** How many files at most. */
  top: number;
  /** Only names, signatures and docs of symbols. */
  symbolsOnly: boolean;
}

/** A search names what it looks for, so names count for more than in a task; the past and neighbours do not count. */
const WEIGHTS = { fts: 0.4, symbol: 0.3, graph: 0, path: 0.1, history: 0 };
const SIGNAL_WEIGHTS = { fts: 1, symbol: 0.3, path: 0.3, history: 0 };

/** Finds files, best first. A query without any index term finds nothing. */
export function searchFiles(reader: IndexReader, { query, top, symbolsOnly }: SearchRequest): FoundFile[] {
  const terms = [...new Set(indexTerms(query))];
  const places = new Map<number, ChunkHit>();
  const hits = reader.searchChunks(terms, {
    weights: PARAMETERS.field,
    symbolsOnly,
    perFile: 1,
    limit: PARAMETERS.chunkHits,
  });
  for (const hit of hits) places.set(hit.fileId, hit);
  const { candidates } = rankFiles(reader, query, {
    weights: WEIGHTS,
    synonyms: {},
    style: "search",
    parameters: { weights: SIGNAL_WEIGHTS },
  });
  const found: FoundFile[] = [];
  for (const candidate of candidates) {
    if (found.length >= top) break;
    const place = places.get(candidate.fileId);
    const [symbol] = candidate.symbols;
    if (!place && symbolsOnly) continue;
    if (symbol) {
      const { startLine, endLine, name } = symbol;
      found.push({ candidate, startLine, endLine, chunkKind: "symbol", heading: name });
      continue;
    }
    found.push({
      candidate,
      startLine: place?.startLine ?? candidate.passage.startLine,
      endLine: place?.endLine ?? candidate.passage.endLine,
      chunkKind: place?.kind ?? "block",
      ...(place?.heading === undefined ? {} : { heading: place.heading }),
    });
  }
  return found;
}
