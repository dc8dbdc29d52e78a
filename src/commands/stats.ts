/** `stats`: what the answers cost and what reading they made unnecessary. */
import type { StatsResult } from "../model/mod.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `stats` is asked. */
export interface StatsOptions {
  /** Write the report as a page and show it in a browser. */
  open: boolean;
}

/** A report, or where it was written to. */
export type StatsAnswer = StatsResult | { readonly page: string };

/** Adds up the ledger. */
export const stats: Command<StatsOptions, StatsAnswer> = defineCommand<StatsOptions, StatsAnswer>({
  name: "stats",
  group: "Ask",
  summary: "Report how many tokens the answers cost and saved",
  description: "Counts calls and tokens of this repository on this machine; nothing is sent anywhere. " +
    "REPOCTX_NO_STATS turns the recording off.",
  parameters: {
    open: {
      type: "boolean",
      default: false,
      help: "Write .repoctx/stats.html and open it in a browser, whatever the format",
    },
  },
  examples: [
    { line: "stats", explanation: "Savings per command and day" },
    { line: "stats --open", explanation: "The same as a page with charts" },
  ],
  formats: ["text", "json", "md", "html"],
  needs: "repository",
  run: report,
  render,
});

async function report(context: CommandContext, options: StatsOptions): Promise<StatsAnswer> {
  const { openRepository } = await import("../repository/mod.ts");
  const { usageStats } = await import("../usage/mod.ts");
  const { root, config } = openRepository(context.cwd);
  const result = usageStats(root, config.pricing);
  if (!options.open) return result;
  const page = await writePage(root, await render(result, "html"));
  if (context.env("REPOCTX_NO_LAUNCH") === undefined) {
    const { openInBrowser } = await import("./_browser.ts");
    openInBrowser(page);
  }
  return { page };
}

async function render(answer: StatsAnswer, format: Format): Promise<string> {
  const { renderStats, visible } = await import("../renderers/mod.ts");
  return "page" in answer ? visible(answer.page) : renderStats(answer, format);
}

/** Writes the dashboard and returns its absolute path. */
async function writePage(root: string, html: string): Promise<string> {
  const { assertNotLinked, ensureStateFolder, writeFileAtomically } = await import("../repository/mod.ts");
  const { RepoctxError } = await import("../model/mod.ts");
  const { dashboard } = ensureStateFolder(root);
  assertNotLinked(dashboard);
  try {
    writeFileAtomically(dashboard, `${html}\n`);
  } catch (error) {
    throw new RepoctxError(`Cannot write ${dashboard}: ${error instanceof Error ? error.message : error}`);
  }
  return dashboard;
}
