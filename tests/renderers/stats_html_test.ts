import assert from "node:assert/strict";
import type { StatsResult } from "../../src/model/mod.ts";
import { renderStats } from "../../src/renderers/mod.ts";
import { STATS } from "./_examples.ts";

const NONE: StatsResult = {
  schema_version: 3,
  command: "stats",
  calls: 0,
  served_tokens: 0,
  replaced_tokens: 0,
  saved_tokens: 0,
  commands: [],
  days: [],
};

/** Fails unless every element is closed in order. */
function assertBalanced(html: string): void {
  const open: string[] = [];
  const markup = html.replace(/<(script|style)>[\s\S]*?<\/\1>/g, "").replace("<!DOCTYPE html>", "");
  for (const [tag, slash, name, , self] of markup.matchAll(/<(\/?)([a-z0-9]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (name === "meta" || self) continue;
    if (!slash) open.push(name!);
    else assert.equal(open.pop(), name, `${tag} closes another element`);
  }
  assert.deepEqual(open, []);
}

Deno.test("the dashboard is one self-contained document for light and dark", () => {
  const html = renderStats(STATS, "html");
  assert.ok(html.startsWith('<!DOCTYPE html>\n<html lang="en">') && html.endsWith("</html>"));
  assertBalanced(html);
  assert.doesNotMatch(html, /https?:\/\/|xmlns|src=|href=|url\(|@import|<link|<img/i);
  assert.match(html, /prefers-color-scheme:dark/);
  assert.match(html, /How savings are computed/);
  assert.equal(renderStats(structuredClone(STATS), "html"), html);
});

Deno.test("the dashboard has a focusable bar and a table row for every command and day", () => {
  const html = renderStats(STATS, "html");
  assert.equal(html.match(/<g tabindex="0" role="img" aria-label="/g)!.length, 4);
  assert.equal(html.match(/<th scope="row">/g)!.length, 4);
  assert.match(html, /aria-label="search: 2 calls, 208 response tokens, 0 reads replaced, -208 saved"/);
  assert.match(
    html,
    /<tr><th scope="row">search<\/th><td>2<\/td><td>208<\/td><td>0<\/td><td>-208<\/td><\/tr>/,
  );
  assert.match(html, /<strong>\$0\.37<\/strong><small>at \$5\.00 per million input tokens<\/small>/);
});

Deno.test("the dashboard of nothing, of zeros and of one call is complete and finite", () => {
  const day = { day: "2026-11-29", calls: 1, served_tokens: 0, replaced_tokens: 0, saved_tokens: 0 };
  const zeros = { ...NONE, calls: 1, commands: [{ command: "search", ...day }], days: [day] };
  for (const result of [NONE, zeros, { ...zeros, served_tokens: 9, saved_tokens: -9 }]) {
    const html = renderStats(result, "html");
    assertBalanced(html);
    assert.doesNotMatch(html, /NaN|Infinity|undefined/);
    assert.match(html, /How savings are computed/);
  }
  assert.match(renderStats(NONE, "html"), /Nothing recorded yet/);
});

Deno.test("no label of the ledger becomes markup, script or an address", () => {
  const command = `"><script>alert('https://evil')</script>&<img src=x onerror=1>\u202e\x1b[2J`;
  const html = renderStats({
    ...STATS,
    currency: "<b>",
    commands: [{ ...STATS.commands[0]!, command }],
    days: [{ ...STATS.days[0]!, day: "2026-<i>" }],
  }, "html");
  assertBalanced(html);
  assert.equal(html.match(/<script/g)!.length, 1);
  assert.doesNotMatch(html, /https?:\/\/|<img|<b>|<i>|\u202e/);
  assert.match(html, /&quot;&gt;&lt;script&gt;alert\(&#39;https:&#47;&#47;evil&#39;\)/);
});

Deno.test("many commands keep the chart readable and the table full", () => {
  const commands = Array.from({ length: 1_000 }, (_, index) => ({
    ...STATS.commands[0]!,
    command: `c${String(index).padStart(4, "0")}`,
    served_tokens: index,
  }));
  const html = renderStats({ ...STATS, commands, days: [] }, "html");
  assertBalanced(html);
  assert.equal(html.match(/<g tabindex/g)!.length, 20);
  assert.equal(html.match(/<th scope="row">/g)!.length, 1_000);
  assert.match(html, /The 20 busiest of 1000 commands/);
});
