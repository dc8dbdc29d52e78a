import type { LoggedChange } from "./commit_log.ts";

/**
 * Follows files through commits from the newest to the oldest, so that a file that was only moved since then keeps
 * its past. Branches are taken as they are listed, which is right but for changes made on one branch while another
 * moved the file.
 */
export class RenameTracker {
  readonly #today = new Map<string, string>();

  /** Today's names of the files a commit changed, in the order of its changes. To be called for each commit once. */
  step(changes: readonly LoggedChange[]): string[] {
    const names = changes.map(({ path }) => this.#today.get(path) ?? path);
    // Before it was made, a file of this name was another one.
    for (const { status, path } of changes) {
      if (status === "A" || status === "R") this.#today.delete(path);
    }
    changes.forEach(({ oldPath }, index) => {
      if (oldPath !== undefined) this.#today.set(oldPath, names[index]!);
    });
    return names;
  }
}
