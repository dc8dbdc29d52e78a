/** One line of the ledger: counts and names, never content. */

/** What a successful query cost and what it made unnecessary. */
export interface Usage {
  /** Name of the command, such as `context`. */
  command: string;
  source: "cli" | "mcp";
  /** Calibrated tokens of the exact answer. */
  served: number;
  /** Estimated calibrated tokens of the reads the answer replaced, by the rule of this program. */
  replaced: number;
  /** Files the answer is about. */
  files?: number;
  /** Files the caller held already. */
  unchanged?: number;
}

/** A usage and its time. */
export interface UsageRecord extends Usage {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  /** Version of the rule that estimated `replaced`. */
  rule: number;
}

/**
 * The version of the rule in `credit.ts`, raised when the same answer is credited differently. Lines without one are
 * from a time when every file with a delivered line counted as a full read.
 */
export const CREDIT_RULE = 2;
const FIRST_RULE = 1;

/** The version of the line format; lines of any other are passed over. */
const VERSION = 1;
const MAX_NAME_LENGTH = 64;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}/;

/** The line of a usage, with its newline. */
export function recordLine(usage: Usage, now: Date): string {
  const { command, source, served, replaced, files, unchanged } = usage;
  // The order of the members is part of the format; undefined ones vanish.
  const line = {
    v: VERSION,
    ts: now.toISOString(),
    command,
    source,
    served,
    replaced,
    files,
    unchanged,
    rule: CREDIT_RULE,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Reads a line; nothing when it is malformed, of another version, or counts below zero. */
export function parseRecord(line: string): UsageRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { v, ts, command, source, served, replaced, rule = FIRST_RULE } = value as Record<string, unknown>;
  if (v !== VERSION || typeof ts !== "string" || (source !== "cli" && source !== "mcp")) return undefined;
  if (typeof command !== "string" || command === "" || command.length > MAX_NAME_LENGTH) return undefined;
  if (!isCount(served) || !isCount(replaced) || !isCount(rule)) return undefined;
  const day = TIME.exec(ts)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(ts))) return undefined;
  return { day, command, source, served, replaced, rule };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && value as number >= 0;
}
