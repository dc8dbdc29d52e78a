/** How far the working tree has moved on from the index, told by what the file system says. */
import { compareStrings, type SkippedPath } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import type { FolderRow, IndexReader, StampRow } from "../store/mod.ts";
import type { WorktreeDifference, WorktreeOptions } from "./worktree.ts";

/** Where more folders than this changed, one walk over everything costs less than listing each. */
const MOST_LISTED_FOLDERS = 64;
const DEFAULT_READ_LIMIT = 64;
/** Why a scan leaves another checkout of the same repository out; it may be none any more. */
const LINKED_WORKTREE = "linked git worktree";

/** See {@link worktreeDifference}. */
export async function differenceOf(
  repository: Repository,
  reader: IndexReader,
  { readAtMost = DEFAULT_READ_LIMIT, about = [] }: WorktreeOptions,
): Promise<WorktreeDifference> {
  const isAskedAbout = new Set(about);
  const { added, modified, deleted, unproven } = await findCandidates(repository, reader, isAskedAbout);
  const isVerified = added.length + modified.length <= readAtMost;
  const [reallyAdded, reallyModified] = [[], []] as [string[], string[]];
  const hashes = new Map<string, string>();
  for (const path of added) {
    if (!isVerified || await hashOf(repository, path) !== undefined) reallyAdded.push(path);
  }
  for (const path of [...modified, ...unproven].sort(compareStrings)) {
    if (!isVerified && !isAskedAbout.has(path)) {
      reallyModified.push(path);
      continue;
    }
    const hash = await hashOf(repository, path);
    if (hash === undefined) deleted.push(path);
    else if (hash !== reader.fileByPath(path)?.contentHash) {
      reallyModified.push(path);
      hashes.set(path, hash);
    }
  }
  deleted.sort(compareStrings);
  return { added: reallyAdded, modified: reallyModified, deleted, hashes, isVerified };
}

/** Hash of a file that an index run would index, by its content too. */
async function hashOf({ root, config }: Repository, path: string): Promise<string | undefined> {
  const { isSkipped, loadSource } = await import("../scanner/mod.ts");
  const source = await loadSource(root, { path }, config);
  return isSkipped(source) ? undefined : source.hash;
}

/** What may differ, by what the file system says. */
interface Candidates extends Omit<WorktreeDifference, "hashes" | "isVerified"> {
  /** Files asked about that look as they were and were indexed too soon after a change for that to prove anything. */
  unproven: string[];
}

/** Looks at every indexed file and folder once, and lists only folders whose entries changed. */
async function findCandidates(
  repository: Repository,
  reader: IndexReader,
  isAskedAbout: ReadonlySet<string>,
): Promise<Candidates> {
  const { root, config } = repository;
  const prefix = prefixFor(root);
  const known = new KnownTree(reader);
  const { changed, missing } = lookAtFolders(prefix, known.folderRows);
  let modified: string[] = [];
  let deleted: string[] = [];
  let unproven: string[] = [];
  for (const rows of reader.stampRows()) {
    for (const row of rows) {
      const path = row[0];
      const isGone = missing.size > 0 && missing.has(path.slice(0, path.lastIndexOf("/") + 1));
      const now = isGone ? undefined : lookAt(prefix + path);
      if (now === undefined || !now.isFile) deleted.push(path);
      else if (differs(row, now)) modified.push(path);
      else if (isAskedAbout.has(path) && hasFreshStamp(row)) unproven.push(path);
    }
  }
  const isNew = (path: string): boolean => {
    if (known.files.has(path)) return false;
    // What was no text when it was read is listed again by its name.
    const reason = reader.skippedPath(path)?.reason;
    return reason !== "binary" && reason !== "unreadable";
  };
  let found = changed.length > MOST_LISTED_FOLDERS || [...modified, ...deleted].some(isIgnoreFile) ||
      config.include.some((entry) => isNewRoot(root, entry, known, isNew))
    ? undefined
    : await filesIn(repository, changed.filter((folder) => !holdsNothingNew(root, folder, known)), known);
  // Other rules may select other files everywhere.
  if (found === undefined || found.some((path) => isIgnoreFile(path) && isNew(path))) {
    found = await allFiles(repository);
    const selected = new Set(found);
    modified = modified.filter((path) => selected.has(path));
    unproven = unproven.filter((path) => selected.has(path));
    deleted = [...known.files].filter((path) => !selected.has(path));
  }
  const added = found.filter(isNew);
  for (const list of [added, modified, deleted]) list.sort(compareStrings);
  return { added, modified, deleted, unproven };
}

/** What the index knows of the tree. What only a changed tree needs is not built for another one. */
class KnownTree {
  readonly #reader: IndexReader;
  readonly folderRows: readonly FolderRow[];
  #folders: ReadonlySet<string> | undefined;
  #files: ReadonlySet<string> | undefined;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.folderRows = reader.folderRows();
  }

  /** Paths of the folders that were listed, with `/` at their ends. */
  get folders(): ReadonlySet<string> {
    return this.#folders ??= new Set(this.folderRows.map(([path]) => path));
  }

  /** Paths of the indexed files. */
  get files(): ReadonlySet<string> {
    return this.#files ??= this.#reader.indexedPaths();
  }

  skippedPath(path: string): SkippedPath | undefined {
    return this.#reader.skippedPath(path);
  }
}

/** What a scan selects in some folders and in unknown folders below them. */
async function filesIn(
  { root, config }: Repository,
  listed: readonly string[],
  known: KnownTree,
): Promise<string[]> {
  // Neither the scanner nor the languages are loaded where nothing is new: the usual case.
  if (listed.length === 0) return [];
  const [{ scan }, { scanOptions }] = await Promise.all([
    import("../scanner/mod.ts"),
    import("./_scan_options.ts"),
  ]);
  const options = { ...await scanOptions(config), passesOver: (path: string) => known.folders.has(path) };
  return listed.flatMap((folder) => {
    const include = folder === "" ? [] : [folder.slice(0, -1)];
    return scan(root, { ...config, include }, options).files.map(({ path }) => path);
  });
}

async function allFiles({ root, config }: Repository): Promise<string[]> {
  const [{ scan }, { scanOptions }] = await Promise.all([
    import("../scanner/mod.ts"),
    import("./_scan_options.ts"),
  ]);
  return scan(root, config, await scanOptions(config)).files.map(({ path }) => path);
}

/** Whether the index knows every entry of a folder, under rules that are still the same: then a scan finds nothing. */
function holdsNothingNew(root: string, folder: string, known: KnownTree): boolean {
  try {
    for (const entry of Deno.readDirSync(`${root}/${folder}`)) {
      const path = folder + entry.name;
      if (entry.isFile && known.files.has(path)) continue;
      if (entry.isDirectory && (known.folders.has(`${path}/`) || isStateFolder(entry.name))) continue;
      const skipped = known.skippedPath(path);
      if (skipped?.path !== (entry.isDirectory ? `${path}/` : path) || !staysOut(skipped, entry)) {
        return false;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether what was left out is left out again, whatever is in it now; a file that was too large may have shrunk. */
function staysOut({ reason, detail }: SkippedPath, { isSymlink }: Deno.DirEntry): boolean {
  if (reason === "ignored") return detail !== LINKED_WORKTREE;
  return reason === "binary" || reason === "unreadable" || (reason === "link" && isSymlink);
}

/** Folders that no scan enters. */
function isStateFolder(name: string): boolean {
  return name === ".git" || name === ".repoctx";
}

function isIgnoreFile(path: string): boolean {
  return /(?:^|\/)\.(?:git|repoctx)ignore$/.test(path);
}

/** Whether an entry of `include` that was not there before is there now. */
function isNewRoot(
  root: string,
  entry: string,
  known: KnownTree,
  isNew: (path: string) => boolean,
): boolean {
  const path = entry.split("/").filter((name) => name !== "" && name !== ".").join("/");
  return path !== "" && !known.folders.has(`${path}/`) && isNew(path) &&
    lookAt(`${root}/${path}`) !== undefined;
}

/**
 * What goes before root-relative paths. Where the root is the working directory they are good as they are: the system
 * then has no path to the root to walk down for each of them.
 */
function prefixFor(root: string): string {
  try {
    return Deno.cwd() === root ? "./" : `${root}/`;
  } catch {
    return `${root}/`;
  }
}

/** Which of the folders have other entries, or may have, and which are gone. */
function lookAtFolders(
  prefix: string,
  folders: readonly FolderRow[],
): { changed: string[]; missing: Set<string> } {
  const changed: string[] = [];
  const missing = new Set<string>();
  for (const [path, mtimeMs, ctimeMs] of folders) {
    const now = lookAt(prefix + path);
    if (!now?.isDirectory) missing.add(path);
    else if (ctimeMs === null || now.mtime?.getTime() !== mtimeMs || now.ctime?.getTime() !== ctimeMs) {
      changed.push(path);
    }
  }
  return { changed: changed.sort(compareStrings), missing };
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a file may have other bytes than when it was stamped. */
function differs([, wasSize, mtimeMs, ctimeMs, inode]: StampRow, now: Deno.FileInfo): boolean {
  const { size, mtime, ctime, ino } = now;
  return size !== wasSize || (mtime?.getTime() ?? 0) !== mtimeMs ||
    (typeof inode === "string" ? String(ino) : ino) !== inode ||
    (ctimeMs !== null && ctime?.getTime() !== ctimeMs);
}

/** Whether a stamp was too fresh to tell a later change that keeps size and modification time. */
function hasFreshStamp([, , , ctimeMs]: StampRow): boolean {
  return ctimeMs === null;
}
