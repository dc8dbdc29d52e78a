/** The result of `doctor`: what a bug report needs, without anything that is nobody's business. */
import type { CommandResult } from "./results.ts";

/** `doctor`. No member holds the content of a file, and the home directory is written `~` everywhere. */
export interface DoctorResult extends CommandResult<"doctor"> {
  /** Version of the program. */
  version: string;
  /** What it was built from; absent for sources, which are not built, and for a build outside of git. */
  build?: { commit: string; modified: boolean };
  /** What runs it. */
  runtime: {
    deno: string;
    v8: string;
    compiled: boolean;
    /**
     * How it came here: a self-contained program from an archive (`binary`), from a package (`npm`, `nuget`), the same
     * program on Node.js (`node`), or sources from a `clone` or from an address (`remote`), as those of JSR.
     */
    started_as: "binary" | "npm" | "nuget" | "node" | "clone" | "remote";
  };
  /** Where it runs. */
  platform: { os: string; arch: string; release: string };
  /** Version of git; absent when there is none on the search path. */
  git?: string;
  /** Version of SQLite; absent where the runtime does not say. */
  sqlite?: string;
  /** Names of the program's variables that are set, without their values. */
  variables: string[];
  /** Working directory. */
  directory: string;
  /** Root of the repository; absent without a config. */
  root?: string;
  /** `repoctx.config.json`. */
  config: { state: "ok" | "missing" | "broken"; problem?: string };
  /** The index. */
  index: IndexHealth;
  /** How the working tree differs from the index; absent without a usable index. */
  working_tree?: {
    added: number;
    modified: number;
    deleted: number;
    /** Whether contents were compared; otherwise some may only have been touched. */
    verified: boolean;
  };
  /** Number of paths that were not indexed, by {@link SkipReason}. */
  skipped: Record<string, number>;
  /** Of the indexed files: most files first, then by name. */
  languages: { language: string; files: number }[];
  /** The coding agents that show themselves in the repository, in a fixed order. */
  clients: ClientHealth[];
  /** What is wrong and what to do about it, one sentence or two each. */
  findings: string[];
}

/** The state of the index; everything but `state` is absent where it is not known. */
export interface IndexHealth {
  /** `unusable` is one that queries refuse. */
  state: "ok" | "missing" | "unusable";
  /** Why it is not usable. */
  problem?: string;
  /** Size of the database file and of its log. */
  size_bytes?: number;
  /** When its content last changed: UTC, ISO 8601. */
  indexed_at?: string;
  /** Seconds since then. */
  age_seconds?: number;
  /** Version of the program that built it. */
  tool_version?: string;
  /** The commit that was checked out then. */
  commit?: string;
  /** The commit that is checked out now. */
  head?: string;
  /** Indexed files. */
  files?: number;
  /** Searchable units. */
  chunks?: number;
  /** Declarations. */
  symbols?: number;
  /** Import and test links. */
  edges?: number;
}

/** How one agent is wired. */
export interface ClientHealth {
  /** What `integrate --client` takes. */
  id: string;
  /** Root-relative, in the order in which they are written. */
  files: {
    path: string;
    /**
     * `own` is a registration file of somebody else that names the server, `unregistered` one that does not;
     * `blocked` is a file that `integrate` could not change.
     */
    state: "wired" | "outdated" | "missing" | "own" | "unregistered" | "blocked";
    /** Why it is `blocked`; absent otherwise. */
    detail?: string;
  }[];
}
