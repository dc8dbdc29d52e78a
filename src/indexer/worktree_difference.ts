/** How far the working tree has moved on from the index, told by what the file system says. */
import { compareStrings } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import { isSkipped, loadSource, scan } from "../scanner/mod.ts";
import type { FileStamp, FolderStamp, IndexReader } from "../store/mod.ts";
import { scanOptions } from "./_scan_options.ts";
import type { WorktreeDifference, WorktreeOptions } from "./worktree.ts";

/** Where more folders than this changed, one walk over everything costs less than listing each. */
const MOST_LISTED_FOLDERS = 64;
const DEFAULT_READ_LIMIT = 64;

/** See {@link worktreeDifference}. */
export async function differenceOf(
  repository: Repository,
  reader: IndexReader,
  { readAtMost = DEFAULT_READ_LIMIT }: WorktreeOptions,
): Promise<WorktreeDifference> {
  const candidates = await findCandidates(repository, reader);
  const { added, modified, deleted } = candidates;
  const isVerified = added.length + modified.length <= readAtMost;
  if (!isVerified) return { ...candidates, isVerified };
  const [reallyAdded, reallyModified] = [[], []] as [string[], string[]];
  for (const path of added) {
    if (await hashOf(repository, path) !== undefined) reallyAdded.push(path);
  }
  for (const path of modified) {
    const hash = await hashOf(repository, path);
    if (hash === undefined) deleted.push(path);
    else if (hash !== reader.fileByPath(path)?.contentHash) reallyModified.push(path);
  }
  return { added: reallyAdded, modified: reallyModified, deleted: deleted.sort(compareStrings), isVerified };
}

/** Hash of a file that an index run would index, by its content too. */
async function hashOf({ root, config }: Repository, path: string): Promise<string | undefined> {
  const source = await loadSource(root, { path }, config);
  return isSkipped(source) ? undefined : source.hash;
}

/** Looks at every indexed file and folder once, and lists only folders whose entries changed. */
async function findCandidates(
  { root, config }: Repository,
  reader: IndexReader,
): Promise<Omit<WorktreeDifference, "isVerified">> {
  const options = await scanOptions(config);
  const folders = reader.folderStamps();
  const { changed, missing } = lookAtFolders(root, folders);
  const indexed = new Set<string>();
  let modified: string[] = [];
  let deleted: string[] = [];
  for (const { path, stamp } of reader.fileStamps()) {
    indexed.add(path);
    const isGone = missing.has(path.slice(0, path.lastIndexOf("/") + 1));
    const now = isGone ? undefined : lookAt(`${root}/${path}`);
    if (now === undefined || !now.isFile) deleted.push(path);
    else if (differs(stamp, now)) modified.push(path);
  }
  const isNew = (path: string): boolean => {
    if (indexed.has(path)) return false;
    // What was no text when it was read is listed again by its name.
    const reason = reader.skippedPath(path)?.reason;
    return reason !== "binary" && reason !== "unreadable";
  };
  let found = changed.length > MOST_LISTED_FOLDERS || [...modified, ...deleted].some(isIgnoreFile) ||
      config.include.some((entry) => isNewRoot(root, entry, folders, isNew))
    ? undefined
    : changed.flatMap((folder) => {
      const include = folder === "" ? [] : [folder.slice(0, -1)];
      const within = { ...options, passesOver: (path: string) => folders.has(path) };
      return scan(root, { ...config, include }, within).files.map(({ path }) => path);
    });
  // Other rules may select other files everywhere.
  if (found === undefined || found.some((path) => isIgnoreFile(path) && isNew(path))) {
    found = scan(root, config, options).files.map(({ path }) => path);
    const selected = new Set(found);
    modified = modified.filter((path) => selected.has(path));
    deleted = [...indexed].filter((path) => !selected.has(path));
  }
  const added = found.filter(isNew);
  for (const list of [added, modified, deleted]) list.sort(compareStrings);
  return { added, modified, deleted };
}

function isIgnoreFile(path: string): boolean {
  return /(?:^|\/)\.(?:git|repoctx)ignore$/.test(path);
}

/** Whether an entry of `include` that was not there before is there now. */
function isNewRoot(
  root: string,
  entry: string,
  folders: ReadonlyMap<string, FolderStamp>,
  isNew: (path: string) => boolean,
): boolean {
  const path = entry.split("/").filter((name) => name !== "" && name !== ".").join("/");
  return path !== "" && !folders.has(`${path}/`) && isNew(path) && lookAt(`${root}/${path}`) !== undefined;
}

/** Which of the folders have other entries, or may have, and which are gone. */
function lookAtFolders(
  root: string,
  folders: ReadonlyMap<string, FolderStamp>,
): { changed: string[]; missing: Set<string> } {
  const changed: string[] = [];
  const missing = new Set<string>();
  for (const [path, { mtimeMs, ctimeMs }] of folders) {
    const now = lookAt(`${root}/${path}`);
    if (!now?.isDirectory) missing.add(path);
    else if (ctimeMs === undefined || now.mtime?.getTime() !== mtimeMs || now.ctime?.getTime() !== ctimeMs) {
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
function differs(stamp: FileStamp, { size, mtime, ctime, ino }: Deno.FileInfo): boolean {
  return size !== stamp.size || (mtime?.getTime() ?? 0) !== stamp.mtimeMs ||
    (ino === null ? undefined : String(ino)) !== stamp.inode ||
    (stamp.ctimeMs !== undefined && ctime?.getTime() !== stamp.ctimeMs);
}
