/** How much of the repository leans on a file. */
import type { Edge } from "../model/mod.ts";

/**
 * Counts, for every file, the distinct files with an import edge to it.
 *
 * @returns files without importers are absent.
 */
export function centrality(edges: readonly Edge[]): Map<string, number> {
  const importers = new Map<string, Set<string>>();
  for (const { src, dst, kind } of edges) {
    if (kind !== "import" || src === dst) continue;
    const sources = importers.get(dst);
    if (sources === undefined) importers.set(dst, new Set([src]));
    else sources.add(src);
  }
  return new Map([...importers].map(([path, sources]) => [path, sources.size]));
}
