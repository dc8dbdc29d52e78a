/** Two states of the tree, side by side. */

/** A file that is not the same in both. */
export interface FileChange {
  /** Root-relative, with `/`. */
  readonly path: string;
  /** From the earlier state to the working tree. */
  readonly status: "added" | "modified" | "deleted";
  /** The same for the same bytes, in any file of the earlier state and of the working tree; absent without bytes. */
  readonly contentId?: string;
}

/** The working tree and what it is compared with. */
export interface Comparison {
  /** Sorted by path. */
  readonly changes: readonly FileChange[];
  /** The text of a file as it was; undefined where it was none, or cannot be had. */
  textBefore(path: string): Promise<string | undefined>;
  /** The text of a file as it is. */
  textAfter(path: string): Promise<string | undefined>;
}
