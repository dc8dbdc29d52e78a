/** One line on the terminal that says how far a long run is, and that leaves no trace. */
import type { Progress } from "../commands/mod.ts";
import type { OutputStream, System } from "./system.ts";

/** Milliseconds before the first line: what is done by then needs no progress. */
const DELAY = 300;

/** Milliseconds between two lines. */
const INTERVAL = 100;

const ERASE_LINE = "\r\x1b[2K";
const encoder = new TextEncoder();

/** The line for a state of the work, at most `columns` cells wide. */
export function progressLine({ stage, done, total }: Progress, columns: number): string {
  const counts = done === undefined ? "" : total === undefined ? ` ${done}` : ` ${done}/${total}`;
  const percent = done !== undefined && total ? ` (${Math.floor((100 * done) / total)} %)` : "";
  const line = `${stage}${counts}${percent}`;
  return line.length <= columns ? line : line.slice(0, Math.max(0, columns));
}

/** Shows progress while it is not disposed. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** Takes the line away; a later `show` brings it back. */
  erase(): Promise<void>;
}

/** Whether progress may be drawn: on a terminal that can erase a line, and with a person before it. */
function canDraw(stream: OutputStream, system: Pick<System, "env">): boolean {
  return stream.isTerminal() && system.env("TERM") !== "dumb" && system.env("CI") === undefined;
}

/**
 * Makes the display for a stream.
 *
 * @param now a clock in milliseconds.
 */
export function progressDisplay(
  stream: OutputStream,
  system: Pick<System, "env">,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  if (!canDraw(stream, system)) return { show: () => {}, erase: () => Promise.resolve() };
  let next = now() + DELAY;
  let isShown = false;
  let pending: Promise<unknown> = Promise.resolve();
  const draw = (text: string) => {
    // A terminal that went away must not fail the work.
    pending = pending.then(() => stream.write(encoder.encode(text))).catch(() => {});
  };
  return {
    show(progress) {
      const time = now();
      if (time < next) return;
      next = time + INTERVAL;
      isShown = true;
      draw(ERASE_LINE + progressLine(progress, (stream.columns() ?? 80) - 1));
    },
    async erase() {
      if (isShown) draw(ERASE_LINE);
      isShown = false;
      await pending;
    },
  };
}
