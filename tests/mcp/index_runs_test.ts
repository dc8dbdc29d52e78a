import assert from "node:assert/strict";
import { FRESH, IndexRuns, type Waiting } from "../../src/mcp/index_runs.ts";
import type { Progress } from "../../src/commands/mod.ts";

/** Runs that end when the test says so, on a clock that the test moves. */
function controlled(): {
  runs: IndexRuns;
  started: {
    folder: string;
    signal: AbortSignal;
    end: PromiseWithResolvers<void>;
    report(p: Progress): void;
  }[];
  clock: { now: number };
} {
  const clock = { now: 10_000 };
  const started: ReturnType<typeof controlled>["started"] = [];
  const runs = new IndexRuns((folder, signal, report) => {
    const end = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => end.reject(signal.reason));
    started.push({ folder, signal, end, report });
    return end.promise;
  }, () => clock.now);
  return { runs, started, clock };
}

function waiting(): Waiting & { stop: AbortController; seen: string[] } {
  const stop = new AbortController();
  const seen: string[] = [];
  return { stop, seen, signal: stop.signal, progress: ({ stage }) => void seen.push(stage) };
}

/** Lets everything that is ready go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("calls that come together share one run and hear of its progress", async () => {
  const { runs, started } = controlled();
  const [a, b] = [waiting(), waiting()];
  const both = Promise.all([runs.refresh("/r", a), runs.refresh("/r", b)]);
  await turn();
  assert.equal(started.length, 1);
  started[0]!.report({ stage: "scanning" });
  started[0]!.end.resolve();
  await both;
  assert.deepEqual([a.seen, b.seen], [["scanning"], ["scanning"]]);
});

Deno.test("a call soon after a run began takes it, a later one starts another", async () => {
  const { runs, started, clock } = controlled();
  const first = runs.refresh("/r", waiting());
  await turn();
  started[0]!.end.resolve();
  await first;
  clock.now += FRESH;
  await runs.refresh("/r", waiting());
  assert.equal(started.length, 1);
  clock.now += 1;
  const second = runs.refresh("/r", waiting());
  await turn();
  assert.equal(started.length, 2);
  started[1]!.end.resolve();
  await second;
});

Deno.test("a call during a long run waits for one more, which later calls share", async () => {
  const { runs, started, clock } = controlled();
  const first = runs.refresh("/r", waiting());
  await turn();
  clock.now += FRESH + 1;
  const second = runs.refresh("/r", waiting());
  clock.now += FRESH + 1;
  const third = runs.refresh("/r", waiting());
  await turn();
  assert.equal(started.length, 1, "never two at once");
  started[0]!.end.resolve();
  await first;
  await turn();
  assert.equal(started.length, 2);
  started[1]!.end.resolve();
  await Promise.all([second, third]);
  assert.equal(started.length, 2);
});

Deno.test("folders do not wait for each other", async () => {
  const { runs, started } = controlled();
  const both = Promise.all([runs.refresh("/a", waiting()), runs.refresh("/b", waiting())]);
  await turn();
  assert.deepEqual(started.map(({ folder }) => folder), ["/a", "/b"]);
  started.forEach(({ end }) => end.resolve());
  await both;
});

Deno.test("a run goes on while anybody waits, and stops when nobody does", async () => {
  const { runs, started } = controlled();
  const [a, b] = [waiting(), waiting()];
  const [first, second] = [runs.refresh("/r", a), runs.refresh("/r", b)];
  await turn();
  a.stop.abort(new Error("a"));
  await assert.rejects(first, /^Error: a$/);
  assert.equal(started[0]!.signal.aborted, false);
  b.stop.abort(new Error("b"));
  await assert.rejects(second, /^Error: b$/);
  assert.equal(started[0]!.signal.aborted, true);

  const again = runs.refresh("/r", waiting());
  await turn();
  assert.equal(started.length, 2, "a stopped run is no fresh one");
  started[1]!.end.resolve();
  await again;
});

Deno.test("a run that fails fails for all who wait, and the next call tries again", async () => {
  const { runs, started, clock } = controlled();
  const both = [runs.refresh("/r", waiting()), runs.refresh("/r", waiting())];
  await turn();
  started[0]!.end.reject(new Error("disk full"));
  for (const one of both) await assert.rejects(one, /disk full/);
  clock.now += FRESH + 1;
  const next = runs.refresh("/r", waiting());
  await turn();
  started[1]!.end.resolve();
  await next;
});
