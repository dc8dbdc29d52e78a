import { askGit } from "./git.ts";
import { locateRepository, readTextOf, type RepositoryFolders } from "./_repository_folders.ts";
import { join } from "node:path";

/** Symbolic references followed before giving up, as git does. */
const MOST_STEPS = 5;

/** Bytes of packed references, enough for half a million of them. */
const LARGEST_PACKED = 1 << 25;

const OBJECT_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit that is checked out in the work tree around `root`: 40 or 64 hex digits, or undefined without a
 * repository or a commit. Reads a few small files and starts no process, so it can be asked for each question; only
 * repositories that keep references in another format are asked through git.
 */
export async function headOf(root: string): Promise<string | undefined> {
  const folders = locateRepository(root);
  if (folders === undefined) return undefined;
  const found = hasReferenceFiles(folders) ? resolveReference(folders, "HEAD") : await askHead(root);
  return found !== undefined && OBJECT_NAME.test(found) ? found : undefined;
}

/** Only the format of old keeps references in files; the others leave a HEAD that no branch can have. */
function hasReferenceFiles({ commonDir }: RepositoryFolders): boolean {
  try {
    Deno.lstatSync(join(commonDir, "reftable"));
    return false;
  } catch {
    return true;
  }
}

function askHead(root: string): Promise<string | undefined> {
  return askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
}

function resolveReference(folders: RepositoryFolders, head: string): string | undefined {
  let name = head;
  for (let step = 0; step < MOST_STEPS; step++) {
    const value = readReference(folders, name);
    if (value === undefined || !value.startsWith("ref:")) return value;
    name = value.slice("ref:".length).trim();
    if (!isSafeName(name)) return undefined;
  }
  return undefined;
}

/** A name of a reference, never a way out of the folder of references. */
function isSafeName(name: string): boolean {
  // deno-lint-ignore no-control-regex
  return name.startsWith("refs/") && !/[\x00-\x20\x7f~^:?*[\\]|\.\.|\/\/|\/\.|\/$/.test(name);
}

/** Linked work trees share references; HEAD and a few others are their own. */
function readReference(folders: RepositoryFolders, name: string): string | undefined {
  return readTextOf(join(folders.gitDir, name))?.trim() ??
    readTextOf(join(folders.commonDir, name))?.trim() ??
    findPacked(folders, name);
}

/** Finds `<object> <name>` in the file of packed references. */
function findPacked({ commonDir }: RepositoryFolders, name: string): string | undefined {
  const packed = readTextOf(join(commonDir, "packed-refs"), LARGEST_PACKED) ?? "";
  const at = packed.indexOf(` ${name}\n`);
  return at < 0 ? undefined : packed.slice(packed.lastIndexOf("\n", at) + 1, at);
}
