/** The rules that decide about one entry, shared by the walk and by the explanation of a single path. */
import type { Config, ScannedFile, SkippedPath } from "../model/mod.ts";
import { hasBinaryExtension } from "./_binary_extensions.ts";
import { type CaseRule, foldAscii, toByteText } from "./_byte_text.ts";
import { isLinkedWorktree } from "./_git_folder.ts";
import { unreadable } from "./_unreadable.ts";
import { decideIgnored, type Scope, ScopeReader } from "./ignore_scopes.ts";
import { kindOf } from "./kind.ts";
import { SensitiveRules } from "./sensitive.ts";

/** What a selection needs from outside. */
export interface SelectionOptions {
  /** The id of the language of a path, `none` for none. */
  languageOf(path: string): string;
  /** Absolute path of a user-wide excludes file (git's `core.excludesFile`). Default: none. */
  globalExcludes?: string;
  /** Whether ignore rules disregard case. Default: as the file systems of the platform do. */
  ignoreCase?: boolean;
}

/** A folder and the rules that apply in it, those of its own ignore files only once it has been entered. */
export interface Folder {
  /** Root-relative, `/`-separated, with a trailing `/`; empty for the root. */
  readonly path: string;
  /** The path as ignore rules see it, and as sensitive patterns see it. */
  readonly ignoreText: string;
  readonly sensitiveText: string;
  readonly scope: Scope;
}

/** What an entry is, as the folder lists it. */
export type EntryType = "file" | "directory" | "link" | "special";

/** The outcome for what belongs to git or to the state folder: left out without a report. */
export const INTERNAL = "internal";

/** The outcome for a file that its name does not rule out. */
export const CANDIDATE = "candidate";

/** The outcome for an entry by its name: a folder is what there is to enter. */
export type Judgement = Folder | typeof CANDIDATE | typeof INTERNAL | SkippedPath;

/** The type of a listed or inspected entry. */
export function entryType(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): EntryType {
  if (entry.isSymlink) return "link";
  if (entry.isDirectory) return "directory";
  return entry.isFile ? "file" : "special";
}

/** The rules of one repository. */
export class Selection {
  readonly #root: string;
  readonly #config: Config;
  readonly #languageOf: (path: string) => string;
  readonly #caseRule: CaseRule;
  readonly #sensitive: SensitiveRules;
  readonly #scopes: ScopeReader;

  /**
   * @param root absolute path of the repository.
   * @param report told about ignore files that cannot be used.
   */
  constructor(
    root: string,
    config: Config,
    options: SelectionOptions,
    report: (skipped: SkippedPath) => void,
  ) {
    this.#root = root;
    this.#config = config;
    this.#languageOf = (path) => options.languageOf(path);
    const platformIgnoresCase = Deno.build.os === "windows" || Deno.build.os === "darwin";
    this.#caseRule = options.ignoreCase ?? platformIgnoresCase ? "ignore-case" : "exact-case";
    this.#sensitive = new SensitiveRules(config);
    this.#scopes = new ScopeReader(root, config, {
      caseRule: this.#caseRule,
      globalExcludes: options.globalExcludes,
      report,
    });
  }

  /** The root, not yet entered. */
  get root(): Folder {
    return { path: "", ignoreText: "", sensitiveText: "", scope: this.#scopes.outermost };
  }

  /** Adds a folder's own ignore files, given by name, to what applies in it. */
  enter(folder: Folder, ignoreFiles: readonly string[]): Folder {
    return {
      ...folder,
      scope: this.#scopes.enter(folder.scope, folder.path, folder.ignoreText, ignoreFiles),
    };
  }

  /**
   * Decides about an entry of an entered folder by its name. Sensitive entries come first, so that no report names
   * them.
   */
  judge(folder: Folder, name: string, type: EntryType): Judgement {
    const bytes = toByteText(name);
    const sensitiveName = foldAscii(bytes);
    const ignoreName = this.#caseRule === "ignore-case" ? sensitiveName : bytes;
    if (ignoreName === ".git" || (ignoreName === ".repoctx" && type !== "file")) return INTERNAL;
    const isDirectory = type === "directory";
    // A link may stand for a folder.
    if (this.#sensitive.includes(folder.sensitiveText, sensitiveName, isDirectory || type === "link")) {
      return { path: "", reason: "sensitive" };
    }
    const path = folder.path + name;
    if (type === "link" || type === "special") return { path, reason: type };
    const rule = decideIgnored(folder.scope, folder.ignoreText, ignoreName, isDirectory);
    if (rule !== undefined && !rule.negated) {
      return { path: isDirectory ? `${path}/` : path, reason: "ignored", detail: rule.origin };
    }
    if (!isDirectory) return CANDIDATE;
    return {
      path: `${path}/`,
      ignoreText: `${folder.ignoreText}${ignoreName}/`,
      sensitiveText: `${folder.sensitiveText}${sensitiveName}/`,
      scope: folder.scope,
    };
  }

  /** The report on a folder that is a linked worktree: another checkout of files that are here already. */
  worktreeProblem({ path }: Folder): SkippedPath | undefined {
    return path !== "" && isLinkedWorktree(`${this.#root}/${path}`)
      ? { path, reason: "ignored", detail: "linked git worktree" }
      : undefined;
  }

  /** Decides about a file that has been judged and found good, by extension and kind. */
  classify(path: string): Pick<ScannedFile, "kind" | "language"> | SkippedPath {
    const { indexing } = this.#config;
    if (hasBinaryExtension(path)) return { path, reason: "binary", detail: "extension" };
    const language = this.#languageOf(path);
    const kind = kindOf(path, language);
    if ((kind === "test" && !indexing.includeTests) || (kind === "doc" && !indexing.includeDocs)) {
      return { path, reason: "disabled-kind", detail: kind };
    }
    return { kind, language };
  }

  /** Decides about a file that has been judged and found good, by everything but its content. */
  selectFile(path: string): ScannedFile | SkippedPath {
    const classified = this.classify(path);
    if (isSkipped(classified)) return classified;
    let information: Deno.FileInfo;
    try {
      information = Deno.lstatSync(`${this.#root}/${path}`);
    } catch (error) {
      return unreadable(path, error);
    }
    // The folder may have changed since it was listed.
    if (!information.isFile) return { path, reason: information.isSymlink ? "link" : "special" };
    const { size, mtime, ctime, ino } = information;
    const large = tooLarge(path, size, this.#config);
    if (large !== undefined) return large;
    const { kind, language } = classified;
    const file: ScannedFile = { path, kind, language, size, mtimeMs: mtime?.getTime() ?? 0 };
    if (ctime !== null) file.ctimeMs = ctime.getTime();
    if (ino !== null) file.inode = ino;
    return file;
  }
}

/** The report on a file above `indexing.maxFileSizeKb`, or undefined. */
export function tooLarge(
  path: string,
  size: number,
  config: Pick<Config, "indexing">,
): SkippedPath | undefined {
  return size > config.indexing.maxFileSizeKb * 1024
    ? { path, reason: "too-large", detail: `${size} bytes` }
    : undefined;
}

/** Whether an outcome is a report on something left out. */
export function isSkipped<T extends object>(outcome: T | SkippedPath): outcome is SkippedPath {
  return "reason" in outcome;
}
