/** The result of `integrate`, and what it shares with `doctor`. Text only: members follow our own naming. */

/** What became of one file of one client, or would become of it. */
export interface WiredFile {
  /** Id of the client. */
  client: string;
  /** Root-relative, with `/`. */
  path: string;
  /**
   * Registration files of somebody else are left alone: `kept` is one that names the program, `foreign` one that does
   * not. `untouched` is a file that should have been changed and could not be.
   */
  change: "created" | "updated" | "unchanged" | "removed" | "absent" | "kept" | "foreign" | "untouched";
  /** For `untouched` why; absent otherwise. */
  detail?: string;
}

/** One client that can be wired. */
export interface ListedClient {
  /** What `--client` takes. */
  id: string;
  /** As its makers call it. */
  title: string;
  /** Whether the repository shows that it is used. */
  detected: boolean;
  /** Root-relative, in the order in which they are written. */
  files: string[];
  /** Root-relative file in which hooks are registered, for a client that runs them. */
  hooks?: string;
  /** One line that registers the MCP server: a command to run, or what to put where. */
  registration: string;
}

/** `integrate`, text only. */
export type IntegrateResult =
  | {
    /** As in {@link CommandResult}. */
    command: "integrate";
    /** `check` says what `write` would do. */
    mode: "write" | "check" | "remove";
    /** Absolute path of the repository. */
    root: string;
    /** By client, each in the order of its files. */
    files: WiredFile[];
    /** What to do next; absent when there is nothing. */
    note?: string;
  }
  | {
    /** As in {@link CommandResult}. */
    command: "integrate";
    /** The catalogue. */
    mode: "list";
    /** All clients, in a fixed order. */
    clients: ListedClient[];
  };
