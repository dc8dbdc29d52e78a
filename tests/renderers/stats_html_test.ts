import assert from "node:assert/strict";
import type { StatsResult } from "../../src/model/mod.ts";
import { renderStats } from "../../src/renderers/all.ts";
import { MOST_LINES, WINDOW_LINES } from "../../src/usage/mod.ts";
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
    if (name === "meta" || name === "wbr" || self) continue;
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

/** Relative luminance of `#rrggbb` or `#rgb`, as WCAG 2 defines it. */
function luminance(color: string): number {
  const digits = color.length === 4
    ? [...color.slice(1)].map((digit) => digit + digit).join("")
    : color.slice(1);
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255).map((
    value,
  ) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

Deno.test("text and bars stand out from their background in both themes", () => {
  const themes = [...renderStats(STATS, "html").matchAll(/:root\{([^}]*--back[^}]*)\}/g)].map(([, rules]) =>
    Object.fromEntries([...rules!.matchAll(/--(\w+):(#\w+)/g)].map(([, name, color]) => [name!, color!]))
  );
  assert.equal(themes.length, 2);
  const needed = { text: 4.5, muted: 4.5, replaced: 3, served: 3 };
  for (const theme of themes) {
    for (const [name, ratio] of Object.entries(needed)) {
      for (const ground of ["back", "card"]) {
        const [dark, light] = [luminance(theme[name]!), luminance(theme[ground]!)].sort((a, b) => a - b);
        const contrast = (light! + 0.05) / (dark! + 0.05);
        assert.ok(contrast >= ratio, `${name} ${theme[name]} on ${ground}: ${contrast}`);
      }
    }
  }
});

Deno.test("the dashboard has a focusable bar and a table row for every command and day", () => {
  const html = renderStats(STATS, "html");
  assert.equal(html.match(/class="mark[^"]*" tabindex="0" role="img" aria-label="/g)!.length, 4);
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

Deno.test("the dashboard explains the estimate with the figures that it is made with", () => {
  const html = renderStats(STATS, "html");
  assert.ok(html.includes(`counts as the ${WINDOW_LINES} lines around it`));
  assert.ok(html.includes(`for more than ${MOST_LINES.toLocaleString("en")} lines`));
  assert.match(
    html,
    /2 calls with 1,057 tokens of replaced reads were estimated by the rule of another version/,
  );
  const { other_rule_calls: _calls, other_rule_replaced_tokens: _tokens, ...one } = STATS;
  assert.doesNotMatch(renderStats(one, "html"), /another version/);
});

Deno.test("the dashboard says so when there are days before the listed ones", () => {
  assert.doesNotMatch(renderStats(STATS, "html"), /days with records/);
  assert.match(renderStats({ ...STATS, first_day: "2026-01-01" }, "html"), /The last 2 days with records/);
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
  assert.equal(html.match(/class="mark/g)!.length, 20);
  assert.equal(html.match(/<th scope="row">/g)!.length, 1_000);
  assert.match(html, /The 20 busiest of 1,000 commands/);
});
