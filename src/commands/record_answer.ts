/** One line in the ledger for an answer that was given. */
import type { Repository } from "../repository/mod.ts";
import type { Command } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What an answer was worth, beside its own tokens. */
export interface AnswerValue {
  /** Estimated calibrated tokens of the reads that the answer replaces. */
  readonly replaced: number;
  /** Files the answer is about. */
  readonly files?: number;
  /** Files the caller held already. */
  readonly unchanged?: number;
  /** Calibrated tokens of the answer, where the command has counted them already. */
  readonly served?: number;
}

/**
 * Records an answer of a command that is recorded at all. Never fails: an answer is worth more than its bookkeeping.
 *
 * @param text the exact text that was given, final newline included where there was one.
 */
export async function recordAnswer<Result>(
  command: Command<object, Result>,
  context: CommandContext,
  result: Result,
  text: string,
): Promise<void> {
  if (command.valueOfAnswer === undefined || context.env("REPOCTX_NO_STATS") !== undefined) return;
  try {
    const { openRepository } = await import("../repository/mod.ts");
    const repository = openRepository(context.cwd);
    const { served, ...value } = await command.valueOfAnswer(result);
    const { recordUsage } = await import("../usage/mod.ts");
    recordUsage(repository.root, {
      command: command.name.split(" ")[0]!,
      source: context.surface === "mcp-text" ? "mcp" : "cli",
      served: served ?? await calibratedTokens(repository, text),
      ...value,
    });
  } catch {
    // No record, then.
  }
}

async function calibratedTokens({ root, config }: Repository, text: string): Promise<number> {
  const { tokenMeter } = await import("./_token_meter.ts");
  const meter = await tokenMeter(root, config);
  return meter.scale(meter.count(text));
}
