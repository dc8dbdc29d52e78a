/**
 * Sessions: what one agent was already sent, kept between calls in `.repoctx/sessions/<name>.json`. A missing,
 * broken or foreign file is an empty session; saving never changes the answer that was just given.
 */
import { compareStrings, type ContextResult, type MemoryHit, UsageError } from "../model/mod.ts";
import {
  assertNotLinked,
  sha256Hex,
  shortHash,
  statePaths,
  withFileLock,
  writeFileAtomically,
} from "../repository/mod.ts";
import type { DeliveredRanges, PackOutcome, Possession } from "./request.ts";

/** The remembered deliveries of a session. */
export interface Session {
  known: Map<string, string>;
  seen: Set<string>;
  delivered: DeliveredRanges[];
  /** Hash of what was sent of a memory, by its id. */
  memories: Map<string, string>;
}

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const VERSION = 2;
const MAX_BYTES = 8_000_000;
/** Receipts beyond this are the oldest claims of a very long session; forgetting one costs a repetition. */
const MAX_RECEIPTS = 20_000;

/**
 * Checks a session name.
 *
 * @param origin what to call it in the message: `--session`, or the variable it came from.
 * @throws {UsageError} when it is not 1 to 64 of `A-Za-z0-9._-`, or is `.` or `..`.
 */
export function checkSessionName(name: string, origin: string): string {
  if (NAME.test(name) && name !== "." && name !== "..") return name;
  throw new UsageError(
    `${origin} must be 1 to 64 letters, digits, dots, dashes or underscores, not "${name}".`,
  );
}

function sessionFile(root: string, name: string): string {
  // Windows and macOS do not tell upper from lower case in names; the agent that chose the name may.
  return `${statePaths(root).sessions}/${name}.json`;
}

/** Loads a session; anything unreadable is an empty one. */
export function loadSession(root: string, name: string): Session {
  const empty: Session = { known: new Map(), seen: new Set(), delivered: [], memories: new Map() };
  try {
    const path = sessionFile(root, name);
    assertNotLinked(statePaths(root).folder, statePaths(root).sessions, path);
    if (Deno.statSync(path).size > MAX_BYTES) return empty;
    const stored: unknown = JSON.parse(Deno.readTextFileSync(path));
    if (!isRecord(stored) || stored.v !== VERSION) return empty;
    for (const name of ["known", "memories"] as const) {
      for (const [key, value] of Object.entries(isRecord(stored[name]) ? stored[name] : {})) {
        if (typeof value === "string") empty[name].set(key, value);
      }
    }
    if (Array.isArray(stored.seen)) {
      for (const receipt of stored.seen) if (typeof receipt === "string") empty.seen.add(receipt);
    }
    if (Array.isArray(stored.delivered)) empty.delivered.push(...stored.delivered.flatMap(parseDelivered));
  } catch {
    // No session yet, or none that can be used.
  }
  return empty;
}

/** What the client holds: the session and what the call itself asserts, which wins. */
export function joinPossession(session: Session | undefined, explicit: {
  seen: readonly string[];
  known: ReadonlyMap<string, string>;
}): Possession {
  return {
    seen: new Set([...session?.seen ?? [], ...explicit.seen]),
    known: new Map([...session?.known ?? [], ...explicit.known]),
    delivered: session?.delivered ?? [],
  };
}

/** Whether a session was sent a memory as it is now: one that changed or went stale since is news. */
export async function wasSent(session: Session | undefined, memory: MemoryHit): Promise<boolean> {
  const sent = session?.memories.get(memory.id);
  return sent !== undefined && sent === await memoryHash(memory);
}

/** Over what a reader acts on; score, reasons and day are no news. */
async function memoryHash({ kind, text, tags, files, stale_files }: MemoryHit): Promise<string> {
  const links = Object.entries(files ?? {}).sort(([a], [b]) => compareStrings(a, b));
  return shortHash(await sha256Hex(JSON.stringify([kind, text, tags ?? [], links, stale_files ?? []])));
}

/** Adds what an answer delivered to a session. Best effort: a failure is swallowed. */
export async function recordDelivery(
  root: string,
  name: string,
  explicit: { seen: readonly string[]; known: ReadonlyMap<string, string> },
  outcome: Pick<PackOutcome, "deliveredReceipts" | "deliveredRanges"> & {
    result: Pick<ContextResult, "memories">;
  },
): Promise<void> {
  try {
    const { folder, sessions } = statePaths(root);
    const path = sessionFile(root, name);
    assertNotLinked(folder, sessions, path);
    Deno.mkdirSync(sessions, { recursive: true });
    await withFileLock(path, async () => {
      const session = loadSession(root, name);
      for (const memory of outcome.result.memories ?? []) {
        session.memories.set(memory.id, await memoryHash(memory));
      }
      for (const [file, hash] of explicit.known) session.known.set(file, hash);
      for (const receipt of [...explicit.seen, ...outcome.deliveredReceipts]) session.seen.add(receipt);
      const delivered = mergeDelivered([...session.delivered, ...outcome.deliveredRanges]);
      const sorted = (map: ReadonlyMap<string, string>): Record<string, string> =>
        Object.fromEntries([...map].sort(([a], [b]) => compareStrings(a, b)));
      const known = sorted(session.known);
      const memories = session.memories.size === 0 ? {} : { memories: sorted(session.memories) };
      const seen = [...session.seen].sort(compareStrings).slice(-MAX_RECEIPTS);
      writeFileAtomically(path, JSON.stringify({ v: VERSION, known, seen, delivered, ...memories }) + "\n");
    });
  } catch {
    // The answer stands either way; the next call may repeat something.
  }
}

/** Forgets a session, so that everything may be sent again: the client's context was compacted. */
export async function resetSession(root: string, name: string): Promise<void> {
  const { folder, sessions } = statePaths(root);
  const path = sessionFile(root, name);
  assertNotLinked(folder, sessions, path);
  try {
    Deno.statSync(path);
  } catch {
    return;
  }
  await withFileLock(path, () => {
    try {
      Deno.removeSync(path);
    } catch {
      // Reset twice at the same time.
    }
  });
}

function mergeDelivered(entries: readonly DeliveredRanges[]): DeliveredRanges[] {
  const merged = new Map<string, DeliveredRanges & { ranges: (readonly [number, number])[] }>();
  for (const entry of entries) {
    const key = `${entry.path}\0${entry.hash}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...entry, ranges: [...entry.ranges] });
    else {
      for (const [start, end] of entry.ranges) {
        if (!known.ranges.some((range) => range[0] === start && range[1] === end)) {
          known.ranges.push([start, end]);
        }
      }
    }
  }
  return [...merged.values()].map((entry) => ({
    ...entry,
    ranges: [...entry.ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
  })).sort((a, b) => compareStrings(a.path, b.path) || compareStrings(a.hash, b.hash));
}

function parseDelivered(value: unknown): DeliveredRanges[] {
  if (!isRecord(value) || typeof value.path !== "string" || typeof value.hash !== "string") return [];
  if (!Array.isArray(value.ranges) || value.hash.length < 8) return [];
  const ranges = value.ranges.filter((range): range is [number, number] =>
    Array.isArray(range) && range.length === 2 && range.every(Number.isSafeInteger) && range[0] >= 1 &&
    range[1] >= range[0]
  );
  return [{ path: value.path, hash: value.hash, ranges }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
