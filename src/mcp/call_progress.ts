/** Telling a client how far a call is, in the numbers that the protocol demands. */
import type { Progress } from "../commands/mod.ts";

/** Milliseconds between two notifications. */
const INTERVAL = 200;

/** What a progress notification says. */
export interface ProgressNote {
  /** Grows with each note of a call. The protocol wants that, and the steps of our stages start again and again. */
  readonly progress: number;
  readonly message: string;
}

/**
 * A receiver of progress that passes on some of it.
 *
 * @param now a clock in milliseconds.
 */
export function progressNotes(
  send: (note: ProgressNote) => void,
  now: () => number = () => performance.now(),
): (progress: Progress) => void {
  let next = -Infinity;
  let count = 0;
  return ({ stage, done, total }) => {
    const time = now();
    if (time < next) return;
    next = time + INTERVAL;
    const counts = done === undefined ? "" : total === undefined ? ` ${done}` : ` ${done} of ${total}`;
    send({ progress: ++count, message: `${stage}${counts}` });
  };
}
