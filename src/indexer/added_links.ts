/** Links to files that no index has seen yet. */
import { compareStrings, type GraphFile, toGraphFile } from "../model/mod.ts";
import { createParser, isParsed } from "../parser/mod.ts";
import type { Repository } from "../repository/mod.ts";
import { isSkipped, loadSource } from "../scanner/mod.ts";
import type { IndexReader } from "../store/mod.ts";
import { pause } from "./_pause.ts";
import { parseText } from "./analysis.ts";
import type { AddedLinks, WorktreeState } from "./worktree.ts";

const NO_LINKS: AddedLinks = { edges: [], uses: [] };

/** See {@link linksToAdded}. */
export async function findAddedLinks(
  { root, config }: Repository,
  reader: IndexReader,
  { changes, files }: WorktreeState,
  signal: AbortSignal | undefined,
): Promise<AddedLinks> {
  const scanned = new Map(files.map((file) => [file.path, file]));
  const added = new Set(
    changes.filter(({ path, status }) => status === "added" && isParsed(scanned.get(path)!.language)).map((
      { path },
    ) => path),
  );
  if (added.size === 0) return NO_LINKS;
  const changed = new Set(changes.map(({ path }) => path));
  const texts = new Map<string, string>();
  const graphFiles = new Map<string, GraphFile>();
  await pause(signal);
  for (const file of reader.graphFiles()) {
    if (!changed.has(file.path)) graphFiles.set(file.path, file);
  }
  const parser = await createParser();
  try {
    for (const { path, status } of changes) {
      if (status === "deleted") continue;
      signal?.throwIfAborted();
      const source = await loadSource(root, { path }, config);
      if (isSkipped(source)) continue;
      const file = scanned.get(path)!;
      texts.set(path, source.text);
      const parsed = await parseText(parser, file, source.text);
      graphFiles.set(path, toGraphFile(path, file.kind, file.language, parsed));
    }
  } finally {
    parser.dispose();
  }
  await pause(signal);
  const stored = new Map(reader.allFiles().map(({ path, id }) => [path, id]));
  const readText = (path: string): string | undefined => {
    const id = changed.has(path) ? undefined : stored.get(path);
    return id === undefined ? texts.get(path) : reader.textOf(id);
  };
  const inOrder = [...graphFiles.values()].sort((a, b) => compareStrings(a.path, b.path));
  const { buildGraph } = await import("../graph/mod.ts");
  const graph = buildGraph({ files: inOrder, readText });
  return {
    edges: graph.edges.filter(({ src, dst }) => added.has(dst) && !changed.has(src)),
    uses: graph.symbolEdges.filter(({ srcPath, dstPath }) => added.has(dstPath) && !changed.has(srcPath))
      .map(({ srcPath, dstPath, dstSymbol }) => ({
        src: srcPath,
        dst: dstPath,
        name: graphFiles.get(dstPath)!.symbols[dstSymbol]!.name,
      })),
  };
}
