/** `changed`: what is different from the index or from a commit, what depends on it, and what may be missing. */
import { type ChangedEntry, type ChangedResult, SCHEMA_VERSION, UsageError } from "../model/mod.ts";
import type { WorktreeState } from "../indexer/mod.ts";
import { type OpenIndex, openIndex, refreshWhen } from "./_open_index.ts";
import { renderResult } from "./_render.ts";
import { indexedCommit } from "./_tree_age.ts";
import type { Comparison } from "./changes/comparison.ts";
import type { ChangedFile } from "./changes/impact.ts";
import type { Patch } from "./changes/patch.ts";
import type { Rename } from "./changes/renames.ts";
import { type Command, defineCommand } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `changed` is asked. */
export interface ChangedOptions {
  /** Show the differing lines. */
  patch: boolean;
  /** A commit to compare with instead of the index. */
  base?: string;
  /** Also name files that usually change along. */
  companions: boolean;
  /** With a commit: bring the index up to date first. */
  refresh: boolean;
}

const MOST_COMPANIONS = 20;

/** Compares the working tree with the index. */
export const changed: Command<ChangedOptions, ChangedResult> = defineCommand<ChangedOptions, ChangedResult>({
  name: "changed",
  group: "Ask",
  summary: "Show what changed since the index was built, and what it affects",
  description:
    "Reads the working tree and writes nothing. Affected are files that import or test a changed file, " +
    "or use a declaration in which it changed. Moved files are recognized.",
  parameters: {
    patch: { type: "boolean", default: false, help: "Show the differing lines of modified files" },
    base: {
      type: "string",
      label: "rev",
      help: "Compare with a branch, tag or commit of git instead of the index",
    },
    companions: {
      type: "boolean",
      default: false,
      help: "Also list files that usually change along with the changed ones and did not",
    },
    refresh: {
      type: "boolean",
      default: false,
      help: "With --base: bring the index up to date first, or build it",
    },
  },
  examples: [
    { line: "changed --patch", explanation: "What was edited since the last index run, line by line" },
    { line: "changed --base main --companions", explanation: "Before a commit: is anything missing?" },
  ],
  formats: ["text", "json", "md"],
  needs: "index",
  stopsInOrder: true,
  validate({ base, refresh }) {
    if (base?.trim() === "") throw new UsageError("--base must name a branch, a tag or a commit.");
    if (refresh && base === undefined) {
      throw new UsageError("--refresh goes with --base: an index that is up to date has no changes to show.");
    }
  },
  run: compare,
  render: renderResult,
  valueOfAnswer: async (result) => (await import("../usage/mod.ts")).changedCredit(result),
});

async function compare(context: CommandContext, options: ChangedOptions): Promise<ChangedResult> {
  const { linksToAdded, worktreeState } = await import("../indexer/mod.ts");
  const { worktreeState: nameOfState } = await import("../packer/mod.ts");
  const { shortHash } = await import("../repository/mod.ts");
  const { findRenames } = await import("./changes/renames.ts");
  const { impactOf } = await import("./changes/impact.ts");
  using index = await openIndex(
    context,
    options.base === undefined ? { refresh: "never" } : refreshWhen(options.refresh),
  );
  const { reader } = index;
  const { signal } = context;
  context.progress({ stage: "comparing" });
  const state = await worktreeState(index, reader, signal);
  const { comparison, commit } = await comparisonOf(index, state, options.base, signal);
  const renames = await findRenames(comparison);
  const patches = await patchesOf(comparison, renames, signal);
  context.progress({ stage: "linking" });
  const added = await linksToAdded(index, reader, state, signal);
  const { contentState } = reader.meta;
  return {
    schema_version: SCHEMA_VERSION,
    command: "changed",
    content_state: shortHash(contentState),
    worktree_state: shortHash(
      await nameOfState(contentState, state.changes.map(({ hash, ...change }) => ({ ...change, hash }))),
    ),
    ...(commit === undefined ? {} : { base: shortHash(commit) }),
    stale: state.changes.length > 0,
    ...(state.changes.length > 0 ? await indexedCommit(reader.meta) : {}),
    count: comparison.changes.length,
    changed: await entriesOf(index, comparison, renames, options.patch ? patches : undefined),
    impacted: impactOf(reader, touchedFiles(comparison, patches, state, commit), pathsOf(comparison), added),
    ...(options.companions ? await missingCompanions(index, comparison) : {}),
  };
}

function pathsOf({ changes }: Comparison): Set<string> {
  return new Set(changes.map(({ path }) => path));
}

async function comparisonOf(
  index: OpenIndex,
  state: WorktreeState,
  base: string | undefined,
  signal: AbortSignal,
): Promise<{ comparison: Comparison; commit?: string }> {
  if (base === undefined) {
    const { compareWithIndex } = await import("./changes/index_comparison.ts");
    return { comparison: compareWithIndex(index, state) };
  }
  const { compareWithRevision } = await import("./changes/revision_comparison.ts");
  const comparison = await compareWithRevision(index, state, base.trim(), signal);
  return { comparison, commit: comparison.commit };
}

/** The patches of modified and of moved files, by the path they have now. */
async function patchesOf(
  comparison: Comparison,
  renames: readonly Rename[],
  signal: AbortSignal,
): Promise<Map<string, Patch>> {
  const { patchOf } = await import("./changes/patch.ts");
  const origins = new Map(renames.map(({ from, to }) => [to, from]));
  const patches = new Map<string, Patch>();
  for (const { path, status } of comparison.changes) {
    signal.throwIfAborted();
    const origin = status === "modified" ? path : origins.get(path);
    const before = origin === undefined ? undefined : await comparison.textBefore(origin);
    const after = before === undefined ? undefined : await comparison.textAfter(path);
    if (before !== undefined && after !== undefined) patches.set(path, patchOf(before, after));
  }
  return patches;
}

/** @param patches undefined when none are to be shown. */
async function entriesOf(
  { root, config }: OpenIndex,
  comparison: Comparison,
  renames: readonly Rename[],
  patches: ReadonlyMap<string, Patch> | undefined,
): Promise<ChangedEntry[]> {
  const origins = new Map(renames.map(({ from, to }) => [to, from]));
  const targets = new Map(renames.map(({ from, to }) => [from, to]));
  const { tokenMeter } = await import("./_token_meter.ts");
  const meter = patches && patches.size > 0 ? await tokenMeter(root, config) : undefined;
  const entries: ChangedEntry[] = [];
  for (const { path, status } of comparison.changes) {
    const origin = origins.get(path);
    const target = targets.get(path);
    const patch = patches?.get(path);
    const entry: ChangedEntry = { path, status };
    if (origin !== undefined) entry.renamed_from = origin;
    if (target !== undefined) entry.renamed_to = target;
    if (patch !== undefined && meter !== undefined) {
      const count = (text: string): number => meter.scale(meter.count(text));
      entry.patch_tokens = count(patch.hunks.map(({ text }) => text).join("\n"));
      entry.file_tokens = count(await comparison.textAfter(path) ?? "");
      entry.hunks = [...patch.hunks];
    }
    entries.push(entry);
  }
  return entries;
}

/**
 * Where the files changed, in the lines of the index. A file that differs from the index and is compared with a
 * commit has changes in lines that the index does not know; those are left out.
 */
function touchedFiles(
  { changes }: Comparison,
  patches: ReadonlyMap<string, Patch>,
  state: WorktreeState,
  commit: string | undefined,
): ChangedFile[] {
  const isStale = new Set(state.changes.map(({ path }) => path));
  return changes.map(({ path, status }): ChangedFile => {
    const patch = status === "modified" ? patches.get(path) : undefined;
    if (patch === undefined) return { path };
    if (commit === undefined) {
      return {
        path,
        ranges: patch.changes.map(({ oldStart, oldEnd }) => ({ start: oldStart + 1, end: oldEnd })),
      };
    }
    const lines = patch.changes.map(({ newStart, newEnd }) => ({ start: newStart + 1, end: newEnd }));
    return { path, ranges: isStale.has(path) ? [] : lines };
  });
}

async function missingCompanions(
  { reader }: OpenIndex,
  comparison: Comparison,
): Promise<Pick<ChangedResult, "companions" | "companions_omitted">> {
  const { companionsOf } = await import("./changes/companions.ts");
  const companions = companionsOf(reader, [...pathsOf(comparison)]);
  const omitted = companions.length - MOST_COMPANIONS;
  return {
    companions: companions.slice(0, MOST_COMPANIONS),
    ...(omitted > 0 ? { companions_omitted: omitted } : {}),
  };
}
