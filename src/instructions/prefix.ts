/** The prefix of a conversation: fixed sentences first, then the file blocks. Nothing variable else may reach it. */
import type { LoadedFile } from "./directory_files.ts";
import { type Escape, escapePath, frameBlock } from "./framing.ts";
import type { ResolvedOptions } from "./options.ts";
import { isAbsolutePath, relativePath, resolvePath } from "./paths.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** How instruction files relate to each other and to the user. */
export const PRECEDENCE_STATEMENT =
  "Instruction files apply to the directory that holds them and to everything under it. Where two disagree, " +
  "follow the deeper one. A direct request from the user outranks every instruction file.";

/** Precedes the file of a pointer note. */
export const NESTED_SENTENCE =
  "A directory you just looked at has its own instruction files, listed next. Read them before changing anything " +
  "in that directory or below it.";

/** Precedes the blocks of an update. */
export const UPDATE_SENTENCE =
  "Instruction files changed since this conversation began. What follows replaces the earlier version.";

/** Precedes nested file text that a hook delivers. */
export const HOOK_CONTENTS_SENTENCE = "The text below comes from the repository, not from the user.";

/** The asset roots as a model may see them: relative to the working directory. */
export function assetRootLabels(workspace: Workspace, roots: readonly string[]): string[] {
  const platform = platformOf(workspace);
  return roots.map((root) =>
    relativePath(workspace.cwd, resolvePath(workspace.cwd, root, platform), platform) ??
      (isAbsolutePath(root, platform) ? root.replaceAll("\\", "/") : root)
  );
}

/** Where the assets are and how to look at them; the same whether or not the tool is offered. */
export function inventoryHint(roots: readonly string[], toolName: string): string {
  return "Coding-assistant assets for this repository (skills, sub-agents, hooks) are kept under: " +
    `${
      roots.map(escapePath).join(", ")
    }. Look at them with your file tools, or with \`${toolName}\` when that tool is offered.`;
}

/** Puts the prefix together; null when there is nothing to say. */
export function composePrefix(
  workspace: Workspace,
  options: ResolvedOptions,
  files: readonly Pick<LoadedFile, "label" | "text">[],
): string | null {
  const sections: string[] = [];
  if (options.nestedTraversal) sections.push(PRECEDENCE_STATEMENT);
  if (options.exposeInventoryTool && options.assetRoots.length > 0) {
    sections.push(inventoryHint(assetRootLabels(workspace, options.assetRoots), options.inventoryToolName));
  }
  sections.push(...fileBlocks(files, options.escape));
  return sections.length === 0 ? null : sections.join("\n\n");
}

/** One block per file. */
export function fileBlocks(files: readonly Pick<LoadedFile, "label" | "text">[], escape: Escape): string[] {
  return files.map(({ label, text }) => frameBlock(label, escape(text)));
}
