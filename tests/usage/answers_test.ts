import assert from "node:assert/strict";
import { context, type ContextAnswer } from "../../src/commands/context.ts";
import { completeValues } from "../../src/commands/mod.ts";
import { recordAnswer } from "../../src/commands/record_answer.ts";
import type { ContextItem, StatsResult } from "../../src/model/mod.ts";
import { MOST_LINES, usageStats } from "../../src/usage/mod.ts";
import { indexed, surroundings } from "../commands/_repository.ts";
import type { Tree } from "../indexer/_helpers.ts";
import { FREE } from "./_ledger.ts";

Deno.env.delete("REPOCTX_NO_STATS");

const LINES = 5_000;

/** A file of many equal lines with one that is looked for. */
function haystack(): string {
  const lines = Array.from({ length: LINES }, (_, at) => `export const straw${at} = ${at};`);
  lines[2_500] = "export const needle = 'pin';";
  return `${lines.join("\n")}\n`;
}

/** What the ledger says after another answer, and the first item of that answer. */
async function recorded(
  tree: Tree,
  given: Record<string, unknown>,
): Promise<{ report: StatsResult; item: ContextItem | undefined }> {
  const around = surroundings(tree);
  const answer = await context.run(around, completeValues(context, given), "json");
  await recordAnswer(context, around, answer, await context.render(answer, "json"));
  return { report: usageStats(tree.root, FREE), item: (answer as ContextAnswer).result.results[0] };
}

Deno.test("one line of a long file is credited for its surroundings, the whole file when it is known", async () => {
  using tree = await indexed({ "src/hay.ts": haystack() });
  const paths = await recorded(tree, { task: "needle" });
  assert.equal(paths.report.replaced_tokens, 0);
  const { report, item } = await recorded(tree, { task: "needle", detail: "slices" });
  const fileTokens = item!.file_tokens!;
  assert.ok(report.replaced_tokens > 0 && report.replaced_tokens <= fileTokens / 20);
  const known = await recorded(tree, { task: "needle", known: [`src/hay.ts@${item!.hash}`] });
  assert.equal(
    known.report.replaced_tokens - report.replaced_tokens,
    Math.floor(fileTokens * MOST_LINES / LINES),
  );
  assert.deepEqual([known.report.calls, known.report.other_rule_calls], [3, undefined]);
});
