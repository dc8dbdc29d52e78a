import assert from "node:assert/strict";
import { context } from "../../src/commands/context.ts";
import { analyzeQuery } from "../../src/ranker/mod.ts";
import { declaredNames } from "../../src/ranker/named_evidence.ts";
import type { Tree } from "../indexer/_helpers.ts";
import { ask, indexed } from "../commands/_repository.ts";

const filler = (name: string): string =>
  `/** Handles the empty request and its default value. */\nexport function ${name}Request(value = "") {\n` +
  "  // an empty request has the default value\n  return value || request(value);\n}\n";

const FILES = {
  "lib/cart.ts": `export class Basket {\n${
    "  // nothing here\n".repeat(60)
  }  sum(): number {\n    return 1;\n  }\n}\n`,
  "lib/errors.ts": `export const table = {\n${
    "  // nothing here\n".repeat(30)
  }  EMPTY: "The cart of user '%s' holds no items",\n};\n`,
  "lib/empty.ts": filler("empty"),
  "lib/default.ts": filler("default"),
  "lib/stock.ts": "/** The cart of a user. */\nexport function stock(user: string) {\n  return user;\n}\n" +
    "// items of a user\n\n\n\n// what a cart holds\n",
  "other/index.ts": "export const one = 1;\n",
  "third/index.ts": "export const two = 2;\n",
};

async function first(tree: Tree, task: string): Promise<{ path: string; reasons: string[] }> {
  return (await ask(context, tree, { task })).results[0];
}

Deno.test("a file that a trace or a bare name names comes before files that hold the words", async () => {
  using tree = await indexed(FILES);
  const words = "the empty request should have the default value";
  for (
    const place of [
      "cart.ts",
      "lib/cart.ts:63",
      "    at Cart.sum (/usr/src/app/node_modules/shop/lib/cart.ts:63:7)",
      "C:\\work\\lib\\cart.ts(63,5): error TS1: no",
    ]
  ) assert.equal((await first(tree, `${words}\n${place}`)).path, "lib/cart.ts", place);
  const foreign = await first(tree, `${words}\n    at x (/app/node_modules/express/lib/view/index.ts:3:7)`);
  assert.match(foreign.path, /empty|default/, "another package's index.ts is none of ours");
});

Deno.test("the line that is named, or that says the message, is evidence and the range to read", async () => {
  using tree = await indexed(FILES);
  const ranges = async (task: string): Promise<[number, number]> => {
    const { path, start_line, end_line } = await first(tree, task) as unknown as {
      path: string;
      start_line: number;
      end_line: number;
    };
    assert.match(path, /cart|errors/);
    return [start_line, end_line];
  };
  for (
    const [task, line] of [
      ["the empty request has no default value, see lib/cart.ts:64", 64],
      ["ShopError: The cart of user 'ada' holds no items", 32],
    ] as const
  ) {
    const [start, end] = await ranges(task);
    assert.ok(start <= line && end >= line && end - start < 40, `${start}-${end}`);
  }
});

Deno.test("a message is found where the program says it, whatever fills its gaps", async () => {
  using tree = await indexed(FILES);
  for (
    const task of [
      "checkout fails with \"The cart of user 'ada' holds no items\" for every user with items in the cart",
      "[ERROR] shop: The cart of user 'ada' holds no items",
    ]
  ) {
    const { path, reasons } = await first(tree, task);
    assert.equal(path, "lib/errors.ts", task);
    assert.ok(reasons.includes("message-match"));
  }
});

Deno.test("weights of zero silence what is named as well", async () => {
  using tree = await indexed(FILES, {
    ranking: { weights: { fts: 1, symbol: 0, graph: 0, path: 0, history: 0 } },
  });
  assert.notEqual(
    (await first(tree, "the empty request in cart.ts has no default value")).path,
    "lib/cart.ts",
  );
});

Deno.test("a declaration spelled as in the task comes before one that is only alike", () => {
  const match = (name: string) => [{ name, startLine: 1, endLine: 2, score: 1 }];
  const symbols = new Map([[1, match("_cartOptions")], [2, match("CartOptions")], [3, match("other")]]);
  assert.deepEqual([...declaredNames(symbols, new Map([["CartOptions", 1]]))], [[2, 1]]);
  assert.deepEqual([...declaredNames(symbols, new Map([["cart_options", 1]])).keys()].sort(), [1, 2]);
  assert.equal(declaredNames(symbols, new Map([["absent", 1]])).size, 0);
});

Deno.test("an explanation says what naming added to the score", async () => {
  using tree = await indexed(FILES);
  const said: string[] = [];
  await ask(context, tree, {
    task: "the empty request has no default value, see lib/cart.ts:64",
    explain: true,
  }, {
    warn: (line) => said.push(line),
  });
  const row = said.find((line) => / lib\/cart\.ts /.test(line));
  assert.match(row!, / named 1\.500 {2}lib\/cart\.ts /);
  assert.ok(!said.some((line) => / lib\/default\.ts /.test(line) && line.includes(" named ")));
});

Deno.test("the type of an error is no place to look at, unless it is named as such", () => {
  const names = (task: string): string[] => [...analyzeQuery(task, {}).names.keys()];
  assert.deepEqual(names("QueryFailedError: no such column"), []);
  assert.deepEqual(names("System.NullReferenceException: no object"), []);
  assert.deepEqual(names("add a code to `QueryFailedError`"), ["QueryFailedError"]);
});

Deno.test("the line that is named is among the lines delivered, wherever else the words are", async () => {
  const words = "  // the empty request has no default value\n  request(value);\n";
  const plain = "  // nothing here\n".repeat(100);
  using tree = await indexed({
    "lib/cart.ts": `export function first() {\n${words.repeat(60)}}\n\nexport function last() {\n${plain}}\n`,
  });
  const { results } = await ask(context, tree, {
    task: "the empty request has no default value\n    at last (lib/cart.ts:190:5)",
    detail: "slices",
    responseBudgetTokens: 700,
  });
  const spans: { start_line: number; end_line: number }[] = results[0].spans;
  assert.ok(spans.some((span) => span.start_line <= 190 && span.end_line >= 190), JSON.stringify(spans));
});
