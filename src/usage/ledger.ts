/** The ledger file: appended to by every query, read by `stats`. */
import { assertNotLinked, statePaths } from "../repository/mod.ts";
import { RepoctxError } from "../model/mod.ts";
import { parseRecord, recordLine, type Usage, type UsageRecord } from "./record.ts";

/** Set to anything, it turns recording off. */
const OFF_SWITCH = "REPOCTX_NO_STATS";
const NEWLINE = 10;
const READ_BYTES = 1 << 16;
/** A line of ours has some hundred bytes; longer ones are not ours. */
const MAX_LINE_BYTES = 4096;

/**
 * Records a successful query with one appending write. Never throws and never waits: a repository that cannot be
 * written to, a link in place of the file, or the environment variable `REPOCTX_NO_STATS` simply mean no record.
 */
export function recordUsage(root: string, usage: Usage, now: Date = new Date()): void {
  try {
    if (Deno.env.get(OFF_SWITCH)) return;
    const { folder, ledger } = statePaths(root);
    assertNotLinked(folder, ledger);
    if (!isFileOrMissing(ledger)) return;
    const line = recordLine(usage, now);
    using file = Deno.openSync(ledger, { read: true, append: true, create: true });
    file.writeSync(new TextEncoder().encode(endsOpen(file) ? `\n${line}` : line));
  } catch {
    // An answer is worth more than its bookkeeping.
  }
}

function isFileOrMissing(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** Whether the last line lacks its newline, because the program that wrote it was stopped. */
function endsOpen(file: Deno.FsFile): boolean {
  if (file.statSync().size === 0) return false;
  const last = new Uint8Array(1);
  file.seekSync(-1, Deno.SeekMode.End);
  return file.readSync(last) === 1 && last[0] !== NEWLINE;
}

/**
 * Hands every valid record of the ledger to `visit`, oldest line first. A missing ledger has none. Memory use does
 * not grow with the ledger.
 *
 * @throws {RepoctxError} when the ledger is a link or cannot be read.
 */
export function readLedger(root: string, visit: (record: UsageRecord) => void): void {
  const { folder, ledger } = statePaths(root);
  assertNotLinked(folder, ledger);
  if (!isFileOrMissing(ledger)) throw new RepoctxError(`${ledger} is not a regular file; move it away.`);
  try {
    using file = Deno.openSync(ledger);
    for (const line of lines(file)) {
      const record = parseRecord(line);
      if (record) visit(record);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw new RepoctxError(`Cannot read ${ledger}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The lines of a file that are short enough to be records, the last one with or without a newline. */
function* lines(file: Deno.FsFile): Generator<string> {
  const decoder = new TextDecoder();
  const block = new Uint8Array(READ_BYTES);
  const pending = new Uint8Array(MAX_LINE_BYTES);
  let length = 0;
  let tooLong = false;
  const take = (bytes: Uint8Array): void => {
    if (length + bytes.length > MAX_LINE_BYTES) tooLong = true;
    else {
      pending.set(bytes, length);
      length += bytes.length;
    }
  };
  for (let read = file.readSync(block); read !== null; read = file.readSync(block)) {
    let from = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0 && end < read; end = block.indexOf(NEWLINE, from)) {
      take(block.subarray(from, end));
      if (!tooLong) yield decoder.decode(pending.subarray(0, length));
      length = 0;
      tooLong = false;
      from = end + 1;
    }
    take(block.subarray(from, read));
  }
  if (length > 0 && !tooLong) yield decoder.decode(pending.subarray(0, length));
}
