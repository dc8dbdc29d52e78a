/** Search: the ranking without the neighbours of the first hits, with the best place in each file. */
import type { Candidate, ChunkKind, Config } from "../model/mod.ts";
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
  /** As configured; that of the graph is not used. */
  weights: Config["ranking"]["weights"];
}

/** Finds files, best first. A query without any index term finds nothing. */
export function searchFiles(reader: IndexReader, request: SearchRequest): FoundFile[] {
  const { query, top, symbolsOnly, weights } = request;
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
    weights: { ...weights, graph: 0 },
    synonyms: {},
    style: "search",
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
