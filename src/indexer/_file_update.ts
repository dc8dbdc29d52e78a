/** Bringing the stored files to what the scan found. */
import type { ScannedFile, SkippedPath, SourceText } from "../model/mod.ts";
import type { Repository } from "../repository/mod.ts";
import { isSkipped, loadSource } from "../scanner/mod.ts";
import type { FileStamp, IndexWriter, StoredFile } from "../store/mod.ts";
import { isUntouched, sameStamp, stampOf } from "./_file_stamps.ts";
import { keepsLinks } from "./_link_facts.ts";
import { type Analyser, createAnalyser } from "./analysis.ts";
import type { IndexOptions } from "./options.ts";

/** What was done. */
export interface FileChanges {
  added: number;
  changed: number;
  deleted: number;
  unchanged: number;
  /** Path and content hash of every file that is in the index now, sorted by path. */
  hashes: [path: string, hash: string][];
  /** Files that turned out not to be text, or not to be readable. */
  skipped: SkippedPath[];
  bytesRead: number;
  /** Links between files may have changed. */
  affectsGraph: boolean;
}

/** What is needed besides the files. */
export interface UpdateOptions extends Pick<IndexOptions, "mode" | "signal" | "onProgress"> {
  /** Path of the cached token table. */
  tokenTable: string;
  /** Start of the run, in milliseconds since the epoch. */
  startedAt: number;
}

/** Files read ahead of the one that is being analysed: hashing happens beside parsing. */
const READ_AHEAD = 8;
/** Progress is told once per this many files. */
const PROGRESS_STEP = 20;

/** A file that has to be read. */
interface Task {
  file: ScannedFile;
  stamp: FileStamp;
  stored: StoredFile | undefined;
  /** Its position in the list of all hashes. */
  position: number;
}

/**
 * Stores what is new, replaces what changed, removes what is gone. Files are taken in the order of their paths, so
 * that the same tree always gives the same index.
 *
 * @param files sorted by path.
 */
export async function updateFiles(
  writer: IndexWriter,
  { root, config }: Repository,
  files: readonly ScannedFile[],
  options: UpdateOptions,
): Promise<FileChanges> {
  const gone = new Map(writer.storedFiles().map((stored) => [stored.path, stored]));
  const update = new Update(writer, options);
  const tasks: Task[] = [];
  for (const file of files) {
    const stored = gone.get(file.path);
    gone.delete(file.path);
    const stamp = stampOf(file, options.startedAt);
    const position = update.hashes.length;
    update.hashes.push([file.path, stored?.contentHash ?? ""]);
    if (stored !== undefined && isUntouched(stored, stamp)) update.unchanged++;
    else tasks.push({ file, stamp, stored, position });
  }
  try {
    const ahead: Promise<SourceText | SkippedPath>[] = [];
    for (const [position, task] of tasks.entries()) {
      options.signal?.throwIfAborted();
      while (ahead.length < Math.min(tasks.length, position + READ_AHEAD)) {
        ahead.push(loadSource(root, tasks[ahead.length]!.file, config));
      }
      const source = await ahead[position]!;
      delete ahead[position];
      await update.take(task, source);
      if (position % PROGRESS_STEP === 0) {
        options.onProgress?.({ stage: "indexing", done: position, total: tasks.length });
      }
    }
  } finally {
    update.close();
  }
  for (const stored of gone.values()) update.remove(stored);
  // A file that is still there was left out on purpose, perhaps because it is sensitive: no trace may stay.
  if (update.removed.some((path) => exists(`${root}/${path}`))) writer.purge();
  return update.result();
}

class Update {
  readonly #writer: IndexWriter;
  readonly #options: UpdateOptions;
  #analyser: Analyser | undefined;
  readonly hashes: [path: string, hash: string][] = [];
  readonly #skipped: SkippedPath[] = [];
  unchanged = 0;
  #added = 0;
  #changed = 0;
  #bytesRead = 0;
  #affectsGraph = false;
  readonly removed: string[] = [];

  constructor(writer: IndexWriter, options: UpdateOptions) {
    this.#writer = writer;
    this.#options = options;
  }

  /** Deals with a file that was read. */
  async take({ file, stamp, stored, position }: Task, source: SourceText | SkippedPath): Promise<void> {
    if (isSkipped(source)) {
      this.#skipped.push(source);
      this.hashes[position]![1] = "";
      if (stored !== undefined) this.remove(stored);
      return;
    }
    this.#bytesRead += source.size;
    this.hashes[position]![1] = source.hash;
    if (stored?.contentHash === source.hash) {
      this.unchanged++;
      if (!sameStamp(stored.stamp, stamp)) this.#writer.setStamp(stored.id, stamp);
      return;
    }
    this.#analyser ??= await createAnalyser(this.#options.tokenTable);
    const record = await this.#analyser.analyse(file, source, stamp);
    if (stored === undefined) {
      this.#writer.addFile(record);
      this.#affectsGraph = true;
      this.#added++;
    } else {
      this.#affectsGraph ||= !keepsLinks(this.#writer.graphFile(stored.id), record);
      this.#writer.replaceFile(stored.id, record);
      this.#changed++;
    }
  }

  remove(stored: StoredFile): void {
    this.#writer.removeFile(stored);
    this.removed.push(stored.path);
    this.#affectsGraph = true;
  }

  close(): void {
    this.#analyser?.[Symbol.dispose]();
  }

  result(): FileChanges {
    return {
      added: this.#added,
      changed: this.#changed,
      deleted: this.removed.length,
      unchanged: this.unchanged,
      hashes: this.hashes.filter(([, hash]) => hash !== ""),
      skipped: this.#skipped,
      bytesRead: this.#bytesRead,
      affectsGraph: this.#affectsGraph,
    };
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
