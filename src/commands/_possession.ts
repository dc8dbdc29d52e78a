/** What a client says it already holds: `--seen`, `--known` and `--session`. */
import { UsageError } from "../model/mod.ts";
import type { CommandContext } from "./command_context.ts";

/** The variable that names a session when no option does. */
const SESSION_VARIABLE = "REPOCTX_SESSION";

/**
 * Reads `PATH@HASH` claims; the last `@` splits, and a later claim for a path wins.
 *
 * @throws {UsageError} when either side is empty.
 */
export function parseKnown(claims: readonly string[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const claim of claims) {
    const at = claim.lastIndexOf("@");
    const path = claim.slice(0, Math.max(at, 0)).replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    const hash = claim.slice(at + 1);
    if (path === "" || hash === "") {
      throw new UsageError(
        `Invalid --known ${JSON.stringify(claim)}. Use PATH@HASH as an answer printed them.`,
      );
    }
    known.set(path, hash);
  }
  return known;
}

/**
 * The session of a call: the option, else the variable, else none.
 *
 * @throws {UsageError} for a name that is not allowed, saying where it came from.
 */
export async function sessionName(
  option: string | undefined,
  context: CommandContext,
): Promise<string | undefined> {
  const name = option ?? context.env(SESSION_VARIABLE)?.trim();
  if (name === undefined || (name === "" && option === undefined)) return undefined;
  const { checkSessionName } = await import("../packer/mod.ts");
  return checkSessionName(name, option === undefined ? SESSION_VARIABLE : "--session");
}

/**
 * Checks that receipts look like receipts.
 *
 * @throws {UsageError} naming the first that does not.
 */
export async function checkReceipts(receipts: readonly string[]): Promise<void> {
  const { RECEIPT_PATTERN } = await import("../packer/mod.ts");
  const wrong = receipts.find((receipt) => !RECEIPT_PATTERN.test(receipt));
  if (wrong === undefined) return;
  throw new UsageError(
    `Invalid --seen ${JSON.stringify(wrong)}. Use a receipt of 43 characters from an answer.`,
  );
}
