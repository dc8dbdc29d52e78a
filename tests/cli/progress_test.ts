import assert from "node:assert/strict";
import { progressDisplay, progressLine } from "../../src/cli/progress.ts";
import { askYesNo } from "../../src/cli/question.ts";
import { fakeSystem } from "./fake_system.ts";

Deno.test("a progress line has counts as far as they are known and fits the terminal", () => {
  assert.equal(progressLine({ stage: "scanning" }, 80), "scanning");
  assert.equal(progressLine({ stage: "scanning", done: 12 }, 80), "scanning 12");
  assert.equal(progressLine({ stage: "parsing", done: 1, total: 3 }, 80), "parsing 1/3 (33 %)");
  assert.equal(progressLine({ stage: "parsing", done: 0, total: 0 }, 80), "parsing 0/0");
  assert.equal(progressLine({ stage: "parsing", done: 1, total: 3 }, 9), "parsing 1");
});

Deno.test("progress starts late, is throttled, and is erased at the end", async () => {
  const system = fakeSystem({ terminals: ["stderr"], columns: 40 });
  let time = 0;
  const display = progressDisplay(system.stderr, system, () => time);
  for (; time < 1000; time += 10) display.show({ stage: "parsing", done: time, total: 1000 });
  await display.erase();
  await display.erase();
  const lines = system.errors().split("\r\x1b[2K").slice(1);
  assert.equal(lines[0], "parsing 300/1000 (30 %)");
  assert.equal(lines.length, 8);
  assert.equal(lines.at(-1), "");
});

Deno.test("progress is silent without a terminal, on a dumb one and in CI", async () => {
  const systems = [
    fakeSystem(),
    fakeSystem({ terminals: ["stderr"], env: { TERM: "dumb" } }),
    fakeSystem({ terminals: ["stderr"], env: { CI: "true" } }),
  ];
  for (const system of systems) {
    let time = 0;
    const display = progressDisplay(system.stderr, system, () => time += 500);
    display.show({ stage: "parsing" });
    await display.erase();
    assert.equal(system.errors(), "");
  }
});

Deno.test("only a yes is a yes", async () => {
  const answer = (input: string) => askYesNo("Really?", fakeSystem({ input }));
  for (const yes of ["y\n", "Y\r\n", "yes\n", " Yes "]) assert.equal(await answer(yes), true, yes);
  for (const no of ["", "\n", "n\n", "yesterday\n", "x".repeat(5000)]) {
    assert.equal(await answer(no), false, no);
  }
  const system = fakeSystem({ input: "y\n" });
  await askYesNo("Really?", system);
  assert.equal(system.output(), "Really? [y/N] ");
});
