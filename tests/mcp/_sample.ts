/** A small repository to ask about. */
import { init } from "../../src/commands/init.ts";
import { index } from "../../src/commands/index.ts";
import { completeValues, quietContext } from "../../src/commands/mod.ts";
import { Tree } from "../cli/harness.ts";

const FILES: Readonly<Record<string, string>> = {
  "src/quay.ts":
    'import { tie } from "./rope.ts";\n\n/** Moors a boat. */\nexport function quayside(): void {\n  tie();\n}\n',
  "src/rope.ts": "/** Ties a knot. */\nexport function tie(): void {}\n",
  "src/quay.test.ts": 'import { quayside } from "./quay.ts";\n\nquayside();\n',
};

/** The tree with a config, and with an index unless told otherwise. */
export async function sampleTree(state: "indexed" | "initialized" = "indexed"): Promise<Tree> {
  const tree = await Tree.write(FILES);
  await initialize(tree);
  if (state === "indexed") await buildIndex(tree);
  return tree;
}

/** Makes a tree a repository. */
export async function initialize({ root }: Tree): Promise<void> {
  const context = quietContext({ cwd: root, version: "1" });
  await init.run(context, completeValues(init, { noAgents: true }), "text");
}

/** Indexes a repository. */
export async function buildIndex({ root }: Tree): Promise<void> {
  await index.run(quietContext({ cwd: root, version: "1" }), completeValues(index, {}), "json");
}
