/** The stack of ignore rules that applies in a folder: the config outermost, the folder's own files innermost. */
import type { Config, SkippedPath } from "../model/mod.ts";
import { bytesToByteText, type CaseRule, toByteText } from "./_byte_text.ts";
import { infoExcludePath } from "./_git_folder.ts";
import { readSmallFile } from "./_small_file.ts";
import { ignoreLines, type IgnoreRule, RuleSet } from "./ignore_rules.ts";

/** Names of the ignore files of a folder, outermost first. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".repoctxignore"];

/** Larger ignore files are left unread: no real one comes close, and every pattern costs time on every path. */
const IGNORE_FILE_LIMIT = 1024 * 1024;

/** Rules and the ones they overrule. */
export interface Scope {
  readonly rules: RuleSet;
  readonly outer: Scope | undefined;
}

/** What the scopes of a repository depend on. */
export interface ScopeOptions {
  readonly caseRule: CaseRule;
  /** Absolute path of a user-wide excludes file (git's `core.excludesFile`); none when absent. */
  readonly globalExcludes: string | undefined;
  /** Told about ignore files that exist but cannot be used. */
  readonly report: (skipped: SkippedPath) => void;
}

/**
 * The rule that decides about an entry, or undefined when none matches. The innermost scope with any match wins, and
 * in it the last matching line.
 *
 * @param folder and `name` as for `RuleSet.decide`.
 */
export function decideIgnored(
  scope: Scope,
  folder: string,
  name: string,
  isDirectory: boolean,
): IgnoreRule | undefined {
  for (let current: Scope | undefined = scope; current !== undefined; current = current.outer) {
    const rule = current.rules.decide(folder, name, isDirectory);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** Builds the scopes of one repository. */
export class ScopeReader {
  readonly #root: string;
  readonly #respectGitignore: boolean;
  readonly #options: ScopeOptions;
  /** What applies before any file in the tree is read: config, user-wide excludes, `.git/info/exclude`. */
  readonly outermost: Scope;

  /** @param root absolute path of the repository. */
  constructor(root: string, config: Pick<Config, "exclude" | "respectGitignore">, options: ScopeOptions) {
    this.#root = root;
    this.#respectGitignore = config.respectGitignore;
    this.#options = options;
    const excludes = new RuleSet(config.exclude.map(toByteText), {
      base: "",
      caseRule: options.caseRule,
      originOf: (_line, pattern) => `exclude: ${pattern}`,
    });
    let scope: Scope = { rules: excludes, outer: undefined };
    if (config.respectGitignore) {
      const { globalExcludes } = options;
      if (globalExcludes !== undefined) {
        scope = this.#add(scope, followed(globalExcludes), "core.excludesFile", "");
      }
      scope = this.#add(scope, infoExcludePath(root), ".git/info/exclude", "");
    }
    this.outermost = scope;
  }

  /**
   * Adds the rules of a folder's own ignore files.
   *
   * @param path root-relative path of the folder with a trailing `/`; empty for the root.
   * @param base the same in the form that `RuleSet.decide` takes.
   * @param present which of `IGNORE_FILES` exist there.
   */
  enter(outer: Scope, path: string, base: string, present: readonly string[]): Scope {
    let scope = outer;
    for (const name of IGNORE_FILES) {
      if (!present.includes(name) || (name === ".gitignore" && !this.#respectGitignore)) continue;
      scope = this.#add(scope, `${this.#root}/${path}${name}`, path + name, base);
    }
    return scope;
  }

  #add(outer: Scope, absolute: string, shown: string, base: string): Scope {
    const bytes = readSmallFile(absolute, IGNORE_FILE_LIMIT);
    if (typeof bytes === "string") {
      if (bytes !== "missing") {
        const reason = bytes === "too large" ? "too-large" : "unreadable";
        this.#options.report({ path: shown, reason, detail: `ignore file without effect: ${bytes}` });
      }
      return outer;
    }
    const rules = new RuleSet(ignoreLines(bytesToByteText(bytes)), {
      base,
      caseRule: this.#options.caseRule,
      originOf: (line) => `${shown}:${line}`,
    });
    return rules.isEmpty ? outer : { rules, outer };
  }
}

/** The user's own file may be a link, as those kept in a dotfiles repository are. */
function followed(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
