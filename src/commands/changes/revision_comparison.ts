/** The working tree beside a commit. */
import { headOf, readBlobs, readRevision } from "../../history/mod.ts";
import { selectionOptions, type WorktreeState } from "../../indexer/mod.ts";
import { compareStrings, UsageError } from "../../model/mod.ts";
import { absentPathTest, decodeText, isSkipped, loadBytes } from "../../scanner/mod.ts";
import type { OpenIndex } from "../_open_index.ts";
import type { Comparison, FileChange } from "./comparison.ts";
import { textOnDisk } from "./index_comparison.ts";

/** A comparison with a commit. */
export interface RevisionComparison extends Comparison {
  /** Full name of the commit. */
  readonly commit: string;
}

const CARRIAGE_RETURN = 13;
const NEWLINE = 10;

/**
 * Compares by the bytes that git holds. A file that git turns into Windows line ends on checking out is not changed
 * by that. Files that the rules of today leave out are left out of the commit, too.
 *
 * @param name as a user names a commit.
 * @throws {UsageError} when it names none.
 */
export async function compareWithRevision(
  index: OpenIndex,
  { files }: WorktreeState,
  name: string,
  signal: AbortSignal,
): Promise<RevisionComparison> {
  const { root, config } = index;
  const revision = await readRevision(root, name, { signal });
  if (revision === undefined) {
    if (await headOf(root) === undefined) {
      throw new UsageError("--base needs a repository of git with a commit, which there is none of here.");
    }
    throw new UsageError(
      `Git knows no commit ${JSON.stringify(name)} here. Give a branch, a tag or a commit to --base.`,
    );
  }
  const before = new Map(revision.files.map(({ path, blob }) => [path, blob]));
  const changes: FileChange[] = [];
  const gone = new Map(before);
  for (const file of files) {
    signal.throwIfAborted();
    const { path } = file;
    const known = before.get(path);
    gone.delete(path);
    const bytes = loadBytes(root, file, config);
    if (isSkipped(bytes)) continue;
    const contentId = await blobName(bytes, known?.length ?? revision.commit.length);
    if (known === undefined) changes.push({ path, status: "added", contentId });
    else if (known !== contentId && known !== await blobName(withoutCarriageReturns(bytes), known.length)) {
      changes.push({ path, status: "modified", contentId });
    }
  }
  const isSelected = absentPathTest(root, config, await selectionOptions(config));
  for (const [path, contentId] of gone) {
    if (!isThere(`${root}/${path}`) && isSelected(path)) changes.push({ path, status: "deleted", contentId });
  }
  const texts = await textsBefore(index, changes.flatMap(({ path }) => before.get(path) ?? []), signal);
  const isText = ({ path, status }: FileChange): boolean =>
    status !== "deleted" || texts.get(before.get(path)!) !== NO_TEXT;
  return {
    commit: revision.commit,
    changes: changes.filter(isText).sort((a, b) => compareStrings(a.path, b.path)),
    textBefore(path) {
      const text = texts.get(before.get(path) ?? "");
      return Promise.resolve(typeof text === "string" ? text : undefined);
    },
    textAfter: (path) => textOnDisk(index, path),
  };
}

/** Stands for bytes that are no text, or more than is indexed. */
const NO_TEXT = Symbol("no text");

/** The contents as texts, by name; those that git does not have here are missing. */
async function textsBefore(
  { root, config }: OpenIndex,
  blobs: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string | typeof NO_TEXT>> {
  const limit = config.indexing.maxFileSizeKb * 1024;
  const contents = new Map<string, Uint8Array<ArrayBuffer> | undefined>();
  await readBlobs(root, blobs, limit, (blob, bytes) => contents.set(blob, bytes), { signal });
  const texts = new Map<string, string | typeof NO_TEXT>();
  for (const [blob, bytes] of contents) {
    texts.set(blob, (bytes === undefined ? undefined : await decodeText(bytes)) ?? NO_TEXT);
  }
  return texts;
}

/**
 * The name that git gives to bytes.
 *
 * @param digits length of the names in the repository: 40 for SHA-1, 64 for SHA-256.
 */
async function blobName(bytes: Uint8Array, digits: number): Promise<string> {
  const header = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const named = new Uint8Array(header.length + bytes.length);
  named.set(header);
  named.set(bytes, header.length);
  return new Uint8Array(await crypto.subtle.digest(digits === 64 ? "SHA-256" : "SHA-1", named)).toHex();
}

/** CRLF as LF, the form in which git keeps texts of Windows. */
function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== CARRIAGE_RETURN || bytes[at + 1] !== NEWLINE);
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
