/** Bringing the stored links to the stored files. */
import type { IndexWriter } from "../store/mod.ts";
import { pause } from "./_pause.ts";
import type { IndexOptions } from "./options.ts";

/** What was done. */
export interface GraphUpdate {
  files: number;
  edges: number;
}

/** Builds the graph from what the index holds of each file; nothing is read or parsed again. */
export async function updateGraph(
  writer: IndexWriter,
  { signal, onProgress }: Pick<IndexOptions, "signal" | "onProgress">,
): Promise<GraphUpdate> {
  onProgress?.({ stage: "linking" });
  await pause(signal);
  // With it come readers of every kind of manifest, which most runs have no use for.
  const { buildGraph } = await import("../graph/mod.ts");
  const files = writer.graphFiles();
  const graph = buildGraph({ files, readText: (path) => writer.textOf(path) });
  writer.replaceGraph(graph);
  return { files: files.length, edges: graph.edges.length };
}
