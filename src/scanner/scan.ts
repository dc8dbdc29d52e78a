/** The walk over a repository. */
import {
  compareStrings,
  type Config,
  RepoctxError,
  type ScannedFile,
  type ScanResult,
  type SkippedPath,
} from "../model/mod.ts";
import { contentProblem } from "./_content.ts";
import { descend } from "./_descent.ts";
import { readHead } from "./_head.ts";
import { includeRoots } from "./_include_roots.ts";
import { unreadable } from "./_unreadable.ts";
import { IGNORE_FILES } from "./ignore_scopes.ts";
import {
  CANDIDATE,
  entryType,
  type Folder,
  INTERNAL,
  isSkipped,
  Selection,
  type SelectionOptions,
} from "./selection.ts";

/** How a scan is steered and watched. */
export interface ScanOptions extends SelectionOptions {
  /** Asked once per folder; the scan throws when it returns true. */
  isCancelled?(): boolean;
  /** Whether a folder below the ones the scan starts from is passed over, as one that is known already. */
  passesOver?(folder: string): boolean;
  /** Told after each folder how many files are selected so far. */
  onProgress?(count: number): void;
}

/**
 * Finds the files to index by every rule that needs no content: links, sensitive patterns, ignore rules, size,
 * extension and kind.
 *
 * @param root absolute path of the repository.
 * @throws {RepoctxError} when the root cannot be listed or the scan is cancelled; nothing else stops it.
 */
export function scan(root: string, config: Config, options: ScanOptions): ScanResult {
  const walk = new Walk(root, config, options);
  const { paths, nested, outside } = includeRoots(config.include);
  const missingRoots = nested.filter((path) => descend(root, walk.selection, path).end === "missing");
  missingRoots.push(...outside);
  for (const path of paths) {
    const descent = descend(root, walk.selection, path);
    if (descent.end === "folder") walk.run(descent.folder);
    else if (descent.end === "file") walk.take(path);
    else if (descent.end === "missing") missingRoots.push(path);
    else if (descent.skipped !== INTERNAL) walk.skipped.push(descent.skipped);
  }
  return {
    files: sortedFiles(walk.files),
    skipped: sortedSkipped(walk.skipped),
    folders: walk.folders.sort(compareStrings),
    missingRoots: missingRoots.sort(compareStrings),
  };
}

/**
 * A scan that also looks at the first 8,000 bytes of every file: the exact selection of an index, without reading
 * it all.
 *
 * @throws {RepoctxError} as `scan`.
 */
export function scanWithContent(root: string, config: Config, options: ScanOptions): ScanResult {
  const { files, skipped, ...found } = scan(root, config, options);
  const kept = files.filter(({ path }) => {
    const problem = headProblem(root, path);
    if (problem !== undefined) skipped.push(problem);
    return problem === undefined;
  });
  return { ...found, files: kept, skipped: sortedSkipped(skipped) };
}

/** Why the first bytes of a scanned file rule it out, or undefined. */
export function headProblem(root: string, path: string): SkippedPath | undefined {
  let reason: "binary" | "sensitive" | undefined;
  try {
    reason = contentProblem(readHead(`${root}/${path}`));
  } catch (error) {
    return unreadable(path, error);
  }
  if (reason === undefined) return undefined;
  return reason === "sensitive" ? { path: "", reason } : { path, reason, detail: "content" };
}

class Walk {
  readonly files: ScannedFile[] = [];
  readonly skipped: SkippedPath[] = [];
  readonly folders: string[] = [];
  readonly selection: Selection;
  readonly #root: string;
  readonly #options: ScanOptions;

  constructor(root: string, config: Config, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.selection = new Selection(root, config, options, (skipped) => this.skipped.push(skipped));
  }

  /** Lists a folder and everything below it. */
  run(start: Folder): void {
    const pending = [start];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (this.#options.isCancelled?.()) throw new RepoctxError("The scan was cancelled.");
      this.#list(folder, pending);
      this.#options.onProgress?.(this.files.length);
    }
  }

  /** Takes a file that its name does not rule out. */
  take(path: string): void {
    const outcome = this.selection.selectFile(path);
    if (isSkipped(outcome)) this.skipped.push(outcome);
    else this.files.push(outcome);
  }

  #list(listed: Folder, pending: Folder[]): void {
    const entries: Deno.DirEntry[] = [];
    // A folder has few of the names that say something about it, and often many others.
    const present = new Set<string>();
    try {
      for (const entry of Deno.readDirSync(`${this.#root}/${listed.path}`)) {
        entries.push(entry);
        if (entry.isFile && entry.name.startsWith(".")) present.add(entry.name);
      }
    } catch (error) {
      if (listed.path === "") throw new RepoctxError(`Cannot read the folder ${this.#root}.`);
      this.skipped.push(unreadable(listed.path, error));
      return;
    }
    const worktree = present.has(".git") ? this.selection.worktreeProblem(listed) : undefined;
    if (worktree !== undefined) {
      this.skipped.push(worktree);
      return;
    }
    this.folders.push(listed.path);
    const folder = this.selection.enter(listed, IGNORE_FILES.filter((name) => present.has(name)));
    for (const entry of entries) {
      const judged = this.selection.judge(folder, entry.name, entryType(entry));
      if (judged === INTERNAL) continue;
      if (judged === CANDIDATE) this.take(folder.path + entry.name);
      else if (isSkipped(judged)) this.skipped.push(judged);
      else if (!this.#options.passesOver?.(judged.path)) pending.push(judged);
    }
  }
}

/** Sorted and without repeats, which different invalid names can give. */
function sortedFiles(files: ScannedFile[]): ScannedFile[] {
  files.sort((a, b) => compareStrings(a.path, b.path));
  return files.filter((file, index) => file.path !== files[index - 1]?.path);
}

/** Sorted and without repeats, but sensitive entries, which have no path, keep their number. */
function sortedSkipped(skipped: SkippedPath[]): SkippedPath[] {
  skipped.sort((a, b) => compareStrings(a.path, b.path) || compareStrings(a.reason, b.reason));
  return skipped.filter((entry, index) => {
    const previous = skipped[index - 1];
    return entry.path === "" || entry.path !== previous?.path || entry.reason !== previous.reason;
  });
}
