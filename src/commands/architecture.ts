/** `architecture`: folders, languages, hubs and entry points of the whole repository. */
import { type ArchitectureResult, compareStrings, type DirectoryNode, SCHEMA_VERSION } from "../model/mod.ts";
import type { FileRow } from "../store/mod.ts";
import { openIndex, refreshWhen } from "./_open_index.ts";
import { REFRESH } from "./_refresh.ts";
import { renderResult } from "./_render.ts";
import { staleMember, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `architecture` is asked. */
export interface ArchitectureOptions {
  /** How many levels of folders. */
  depth: number;
  /** Bring the index up to date first. */
  refresh: boolean;
}

const MOST_IMPORTED = 10;

/** Shows how a repository is laid out. */
export const architecture: Command<ArchitectureOptions, ArchitectureResult> = defineCommand<
  ArchitectureOptions,
  ArchitectureResult
>({
  name: "architecture",
  group: "Ask",
  summary: "Show folders, languages, most imported files and entry points",
  parameters: {
    depth: { type: "integer", default: 3, above: 0, help: "How many levels of folders" },
    refresh: REFRESH,
  },
  examples: [{ line: "architecture --depth 1", explanation: "The lie of the land, in a few hundred tokens" }],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  run: survey,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function survey(
  context: CommandContext,
  { depth, refresh }: ArchitectureOptions,
): Promise<ArchitectureResult> {
  const { entrypointsOf, languagesOf, mostImported } = await import("./_overview.ts");
  using index = await openIndex(context, refreshWhen(refresh));
  const files = index.reader.allFiles();
  const tree = treeOf(files, depth);
  return {
    schema_version: SCHEMA_VERSION,
    command: "architecture",
    ...staleMember(await treeAge(index)),
    total_files: tree.file_count,
    total_loc: tree.loc,
    depth,
    tree,
    languages: languagesOf(files)
      .sort((a, b) => b.loc - a.loc || compareStrings(a.language, b.language)),
    most_imported: mostImported(index.reader, MOST_IMPORTED)
      .map(({ file, dependents }) => ({ path: file.path, dependents })),
    entrypoints: entrypointsOf(index.reader),
  };
}

/** The folders down to a depth; what lies deeper counts where it was cut. */
function treeOf(files: readonly FileRow[], depth: number): DirectoryNode {
  const root: DirectoryNode = { name: ".", path: "", loc: 0, file_count: 0, children: [] };
  const folders = new Map([["", root]]);
  for (const { path, lineCount } of files) {
    root.loc += lineCount;
    root.file_count++;
    let parent = root;
    for (let level = 0, end = path.indexOf("/"); level < depth && end >= 0; level++) {
      const folder = path.slice(0, end);
      let node = folders.get(folder);
      if (node === undefined) {
        const name = folder.slice(folder.lastIndexOf("/") + 1);
        folders.set(folder, node = { name, path: folder, loc: 0, file_count: 0, children: [] });
        parent.children.push(node);
      }
      node.loc += lineCount;
      node.file_count++;
      parent = node;
      end = path.indexOf("/", end + 1);
    }
  }
  for (const { children } of folders.values()) children.sort((a, b) => compareStrings(a.path, b.path));
  return root;
}
