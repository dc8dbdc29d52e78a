import assert from "node:assert/strict";
import { phasesOf, type Profile } from "../../bench/phases.ts";

type Node = [id: number, functionName: string, url: string, children: number[]];

function profile(nodes: Node[], samples: [id: number, microseconds: number][]): Profile {
  return {
    nodes: nodes.map(([id, functionName, url, children]) => ({
      id,
      callFrame: { functionName, url },
      children,
    })),
    samples: samples.map(([id]) => id),
    timeDeltas: samples.map(([, microseconds]) => microseconds),
  };
}

const NODES: Node[] = [
  [1, "(root)", "", [2, 3, 4, 5, 9]],
  [2, "(idle)", "", []],
  [3, "(garbage collector)", "", []],
  [4, "load", "ext:core/mod.js", []],
  [5, "", "file:///p/main.ts", [6]],
  [6, "answer", "file:///p/src/commands/context.ts", [7]],
  [7, "rankFiles", "file:///p/src/ranker/rank.ts", [8]],
  [8, "all", "file:///p/src/store/reader.ts", []],
  [9, "openReader", "file:///p/src/store/reader.ts", []],
];

Deno.test("time belongs to the first room on the way down", () => {
  const phases = phasesOf(profile(NODES, [[7, 1000], [8, 500], [9, 250], [6, 2000], [5, 4000], [4, 8000]]));
  assert.deepEqual(phases, new Map([["ranker", 1.5], ["store", 0.25], ["commands", 6], ["runtime", 8]]));
});

Deno.test("collecting garbage has a line of its own, and waiting has none", () => {
  assert.deepEqual(phasesOf(profile(NODES, [[2, 9000], [3, 3000]])), new Map([["garbage collector", 3]]));
});

Deno.test("an empty profile has no phases", () => {
  assert.deepEqual(phasesOf(profile([], [])), new Map());
});
