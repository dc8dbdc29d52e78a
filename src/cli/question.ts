/** Asking a person a yes-or-no question. */
import { writeText } from "./output.ts";
import type { InputStream, System } from "./system.ts";

/** No answer is longer. */
const LONGEST_ANSWER = 1024;

/** Whether somebody sits before both ends, so that a question can be asked. */
export function canAsk({ stdin, stdout }: Pick<System, "stdin" | "stdout">): boolean {
  return stdin.isTerminal() && stdout.isTerminal();
}

/** Asks on the terminal. Anything but a yes, also the end of the input, is a no. */
export async function askYesNo(
  question: string,
  { stdin, stdout }: Pick<System, "stdin" | "stdout">,
): Promise<boolean> {
  await writeText(stdout, `${question} [y/N] `);
  const answer = await readLine(stdin);
  // Whoever ends the input instead of the line leaves the cursor behind the question.
  if (!answer.includes("\n")) await writeText(stdout, "\n");
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

async function readLine(stream: InputStream): Promise<string> {
  const buffer = new Uint8Array(LONGEST_ANSWER);
  let length = 0;
  while (length < buffer.length) {
    const count = await stream.read(buffer.subarray(length));
    if (count === null) break;
    length += count;
    if (buffer.subarray(length - count, length).includes(10)) break;
  }
  return new TextDecoder().decode(buffer.subarray(0, length));
}
