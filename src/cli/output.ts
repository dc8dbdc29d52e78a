/** Getting bytes out completely, and colour decisions. */
import type { OutputStream, System } from "./system.ts";

const encoder = new TextEncoder();

/** The reader of the output is gone: nothing is left to do, and nobody is left to tell. */
export class ClosedOutputError extends Error {
  override name = "ClosedOutputError";
}

/**
 * Writes a text as UTF-8, however many writes it takes.
 *
 * @throws {ClosedOutputError} when the reader has closed its end.
 */
export async function writeText(stream: OutputStream, text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let written = 0; written < bytes.length;) {
    try {
      written += await stream.write(bytes.subarray(written));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) throw new ClosedOutputError();
      throw error;
    }
  }
}

/** Text with exactly one newline at its end; no text at all stays nothing. */
export function withFinalNewline(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return end === 0 ? "" : text.slice(0, end) + "\n";
}

/** Marks up text for a terminal, or leaves it as it is. */
export interface Style {
  heading(text: string): string;
  name(text: string): string;
  faint(text: string): string;
  error(text: string): string;
}

/** Text as it is. */
export const plainStyle: Style = {
  heading: (text) => text,
  name: (text) => text,
  faint: (text) => text,
  error: (text) => text,
};

const colourStyle: Style = {
  heading: (text) => `\x1b[1m${text}\x1b[0m`,
  name: (text) => `\x1b[36m${text}\x1b[0m`,
  faint: (text) => `\x1b[2m${text}\x1b[0m`,
  error: (text) => `\x1b[31m${text}\x1b[0m`,
};

/**
 * The style for a stream. `NO_COLOR` forbids colour, `FORCE_COLOR` (other than 0) demands it, a dumb terminal has
 * none; otherwise a terminal gets it and a file or pipe does not.
 */
export function styleFor(stream: OutputStream, system: Pick<System, "env">): Style {
  if (system.env("NO_COLOR") !== undefined) return plainStyle;
  const force = system.env("FORCE_COLOR");
  if (force !== undefined) return force === "0" ? plainStyle : colourStyle;
  return stream.isTerminal() && system.env("TERM") !== "dumb" ? colourStyle : plainStyle;
}
