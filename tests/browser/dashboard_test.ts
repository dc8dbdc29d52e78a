import assert from "node:assert/strict";
import { stats } from "../../src/commands/stats.ts";
import type { StatsResult, UsageTotals } from "../../src/model/mod.ts";
import { ask, surroundings } from "../commands/_repository.ts";
import { Tree } from "../indexer/_helpers.ts";
import { record } from "../usage/_ledger.ts";
import { browserTest, type TestBrowser } from "./_browser.ts";

const noLaunch = { env: (name: string) => name === "REPOCTX_NO_LAUNCH" ? "1" : undefined };

/** A repository with these records, its report as JSON, and the page made from it. */
async function dashboard(tree: Tree): Promise<{ result: StatsResult; path: string }> {
  const result: StatsResult = await ask(stats, tree);
  const answer = await stats.run(surroundings(tree, noLaunch), { open: true }, "text");
  return { result, path: await stats.render(answer, "text") };
}

function withLedger(records: readonly string[]): Tree {
  return new Tree({
    "repoctx.config.json": '{"pricing": {"inputPerMtok": 5}}',
    ".repoctx/stats.jsonl": records.map((line) => `${line}\n`).join(""),
  });
}

/** A month of all commands. */
function manyRecords(count: number): string[] {
  const commands = ["architecture", "changed", "context", "memory", "outline", "prime", "related", "search"];
  return Array.from({ length: count }, (_, index) =>
    record({
      ts: `2026-11-${String(index % 30 + 1).padStart(2, "0")}T00:00:00.000Z`,
      command: commands[index % commands.length],
      served: index % 1000,
      replaced: index % 3 === 0 ? index % 4000 : 0,
    }));
}

/** Every figure that the page shows, as the numbers that a reader would copy. */
async function figuresOf({ page }: TestBrowser): Promise<Record<string, string[][]>> {
  const cells = (selector: string) =>
    page.locator(selector).evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent!.replaceAll(",", "")))
    );
  return {
    cards: (await cells(".card")).map(([title, value]) => [title!, value!]),
    commands: await cells("section:nth-of-type(1) tbody tr"),
    days: await cells("section:nth-of-type(2) tbody tr"),
  };
}

function row(label: string, totals: UsageTotals): string[] {
  const { calls, served_tokens, replaced_tokens, saved_tokens } = totals;
  return [label, ...[calls, served_tokens, replaced_tokens, saved_tokens].map(String)];
}

function assertQuiet({ requests, complaints }: TestBrowser, path: string): void {
  assert.deepEqual([...new Set(requests)], [`file://${path}`]);
  assert.deepEqual(complaints, []);
}

for (const count of [0, 1, 100_000]) {
  browserTest(`the page of ${count} records shows the figures of the JSON`, async (browser) => {
    using tree = withLedger(manyRecords(count));
    const { result, path } = await dashboard(tree);
    await browser.open(path);
    const { cards, commands, days } = await figuresOf(browser);
    assert.equal(result.calls, count);
    assert.equal(await browser.page.getByText("Nothing recorded yet").count(), count === 0 ? 1 : 0);
    assert.deepEqual(
      cards,
      count === 0 ? [] : [
        ["Calls", String(result.calls)],
        ["Response tokens", String(result.served_tokens)],
        ["Reads replaced", String(result.replaced_tokens)],
        ["Net saved", String(result.saved_tokens)],
        ["Money saved", `${result.saved_cost! < 0 ? "-" : ""}$${Math.abs(result.saved_cost!).toFixed(2)}`],
      ],
    );
    assert.deepEqual(commands, result.commands.map((totals) => row(totals.command, totals)));
    assert.deepEqual(days, result.days.map((totals) => row(totals.day, totals)));
    assertQuiet(browser, path);
  });
}

browserTest("Tab reaches every bar, shows its figures beside it, and Escape hides them", async (browser) => {
  using tree = withLedger(manyRecords(300));
  const { result, path } = await dashboard(tree);
  const { page } = browser;
  await page.setViewportSize({ width: 700, height: 420 });
  await browser.open(path);
  const tip = page.locator("#tip");
  const labels: string[] = [];
  const regions: string[] = [];
  for (let stops = 0; stops < 100; stops++) {
    await page.keyboard.press("Tab");
    await browser.settle();
    const focused = page.locator(":focus");
    if (await focused.count() === 0) break;
    const label = await focused.getAttribute("aria-label") ?? "";
    if (await focused.getAttribute("role") === "region") {
      regions.push(label);
      assert.equal(await tip.isVisible(), false);
      continue;
    }
    labels.push(label);
    assert.equal(await tip.textContent(), label);
    const [box, bar] = [await tip.boundingBox(), await focused.boundingBox()];
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= 700 && box.y >= 0 && box.y + box.height <= 420,
      label,
    );
    assert.ok(bar && (box.y + box.height <= bar.y || box.y >= bar.y + bar.height), "it hides its own bar");
  }
  const expected = [
    ...result.commands.map(({ command, ...totals }) => row(command, totals)),
    ...result.days.map(
      ({ day, ...totals }) => row(day, totals),
    ),
  ];
  assert.deepEqual(
    labels.map((label) =>
      label.replaceAll(",", "").match(/^(.+?): (\d+) calls? (\d+) .+? (\d+) .+? (-?\d+) saved$/)!.slice(1)
    ),
    expected,
  );
  assert.deepEqual(regions, ["Table by command", "Table by day"]);

  await page.locator(".mark").first().focus();
  assert.ok(await tip.isVisible());
  await page.keyboard.press("Escape");
  assert.equal(await tip.isVisible(), false);
  assertQuiet(browser, path);
});

browserTest("the pointer shows the figures of a bar for as long as it is there", async (browser) => {
  using tree = withLedger(manyRecords(300));
  const { path } = await dashboard(tree);
  const { page } = browser;
  await browser.open(path);
  const tip = page.locator("#tip");
  for (const bar of [page.locator(".row").nth(2), page.locator("g.mark").last()]) {
    await bar.hover();
    assert.equal(await tip.textContent(), await bar.getAttribute("aria-label"));
    await page.locator("h1").hover();
    assert.equal(await tip.isVisible(), false);
  }
});

browserTest("the page fits narrow and wide windows in both themes", async (browser) => {
  const long = Array.from({ length: 30 }, (_, index) =>
    record({
      ts: `2026-11-${String(index + 1).padStart(2, "0")}T00:00:00.000Z`,
      command: "x".repeat(35 + index),
      served: 10 ** (index % 12),
      replaced: 10 ** (index % 13),
    }));
  const backgrounds = new Set<string>();
  for (const records of [[], manyRecords(1), manyRecords(300), long]) {
    using tree = withLedger(records);
    const { path } = await dashboard(tree);
    for (const colorScheme of ["light", "dark"] as const) {
      await browser.page.emulateMedia({ colorScheme });
      for (const width of [360, 1280]) {
        await browser.page.setViewportSize({ width, height: 800 });
        await browser.open(path);
        const seen = await browser.page.evaluate(`({
          width: document.documentElement.scrollWidth,
          background: getComputedStyle(document.body).backgroundColor,
          broken: [...document.querySelectorAll(".card strong, .net, .legend, h1, h2, p")]
            .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
            .map((element) => element.textContent),
        })`) as { width: number; background: string; broken: string[] };
        assert.equal(seen.width, width, `${records.length} records, ${colorScheme}`);
        assert.deepEqual(seen.broken, [], `${records.length} records, ${width} px`);
        backgrounds.add(seen.background);
      }
    }
  }
  assert.equal(backgrounds.size, 2);
  assert.deepEqual(browser.complaints, []);
});

browserTest("labels of a forged ledger are text", async (browser) => {
  const label = `"><img src=x onerror="window.wrong=1"><script>window.wrong=1</script>`.slice(0, 64);
  const other = "</th><svg onload=window.wrong=1>\u202e";
  using tree = withLedger([record({ command: label }), record({ command: other })]);
  const { path } = await dashboard(tree);
  await browser.open(path);
  const { commands } = await figuresOf(browser);
  assert.deepEqual(commands!.map(([name]) => name), [label, other.replace("\u202e", "\\u202e")]);
  assert.equal(await browser.page.evaluate("window.wrong"), undefined);
  assert.equal(await browser.page.locator("script, img").count(), 1);
  assertQuiet(browser, path);
});
