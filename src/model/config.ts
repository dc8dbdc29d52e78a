/** The configuration of a repository, complete: every key has a value. */

/** Weights of the named ranking signals. Each may be 0. */
export interface SignalWeights {
  /** Words of the task in path, names, signatures, docs and text. Default 0.4. */
  fts: number;
  /** Words of the task in the names of symbols. Default 0.3. */
  symbol: number;
  /** Links with the first hits: uses of declarations, and tests. Default 0.2. */
  graph: number;
  /** Words of the task in the path, and paths that the task names. Default 0.1. */
  path: number;
  /** Past commits that resemble the task and touched the file. Default 0.3. */
  history: number;
}

/** `repoctx.config.json` with all defaults applied. */
export interface Config {
  /** Root-relative folders and files to scan; empty for the whole repository. */
  include: string[];
  /** Patterns in gitignore syntax for what is left out; a name without a slash matches at any depth. */
  exclude: string[];
  /** Whether git's own ignore rules count: every `.gitignore` and `.git/info/exclude`. */
  respectGitignore: boolean;
  /**
   * Whether the user's own excludes file (git's `core.excludesFile`) counts besides. Off by default: what is
   * indexed then depends on the repository alone. Without effect when `respectGitignore` is off.
   */
  respectGlobalExcludes: boolean;
  /**
   * Patterns in gitignore syntax, without regard to case, for files of which neither content nor path is ever
   * shown; they add to built-in ones. `!` opens a file up again.
   */
  sensitiveFiles: string[];
  /**
   * When the index is brought up to date: `auto` before every answer from it, as with `--refresh`; `manual` when
   * `repoctx index` is run.
   */
  refresh: "auto" | "manual";
  /** Which files are indexed. */
  indexing: {
    /** Larger files are skipped. In units of 1024 bytes. */
    maxFileSizeKb: number;
    /** Whether files of the kind `test` are indexed. */
    includeTests: boolean;
    /** Whether files of the kind `doc` are indexed. */
    includeDocs: boolean;
  };
  /** How files are ranked. A change takes effect without indexing again. */
  ranking: {
    /** A weight scales its signal by its ratio to the default: 0 switches it off, twice the default doubles it. */
    weights: SignalWeights;
    /** Lower-case word of a task → expansions that are searched too. */
    synonyms: Record<string, string[]>;
  };
  /** The model family whose tokens are counted. */
  tokens: {
    /** `o200k` or `openai`: raw counts; `claude`: raised by 20 %; any other name: raw. In any case. */
    profile: string;
    /** Multiplier of raw o200k counts in (0, 100], instead of a profile; null without one. */
    factor: number | null;
  };
  /** What a model costs, for `stats`. */
  pricing: {
    /** Price of a million input tokens, larger than zero; null: no money is shown. */
    inputPerMtok: number | null;
    /** Currency of the price, such as `USD`. */
    currency: string;
  };
}
