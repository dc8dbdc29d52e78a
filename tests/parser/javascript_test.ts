import assert from "node:assert/strict";
import { docs, exported, imports, names, parse, references } from "./_parsing.ts";

Deno.test("JavaScript declarations and CommonJS exports are symbols", async () => {
  const file = await parse(
    "javascript",
    `const fs = require("fs"), { join } = require("path");
/** Adds. */
exports.add = (a, b) => a + b;
module.exports.Stack = class Stack { push(item) {} };
function helper() {}
Queue.prototype.pop = function () { return 1; };
class Queue { #items = []; static of(...items) {} get size() { return 0; } handle = () => {} }
module.exports = { helper, run() {}, walk: function (tree) {}, limit: 3 };
`,
  );
  assert.deepEqual(names(file), [
    "function add",
    "class Stack",
    "method Stack.push",
    "function helper",
    "method Queue.pop",
    "field Queue.#items",
    "class Queue",
    "method Queue.handle",
    "method Queue.of",
    "method Queue.size",
    "constant module.exports",
    "function run",
    "function walk",
  ]);
  assert.deepEqual(exported(file), [
    "add",
    "Stack",
    "push",
    "helper",
    "pop",
    "module.exports",
    "run",
    "walk",
  ]);
  assert.deepEqual(docs(file), { add: "Adds." });
  assert.deepEqual(imports(file), ["1 require fs *>fs", "1 require path join>join"]);
});

Deno.test("components are calls, elements of the platform are not", async () => {
  const file = await parse(
    "javascript",
    'import { Card } from "./card";\nexport const App = () => <Card.Body class="x"><label for="y" /><Link /></Card.Body>;',
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(references(file), ["call Card.Body @App", "call Link @App"]);
});

Deno.test("Flow types in JavaScript files do not hide declarations", async () => {
  const file = await parse(
    "javascript",
    "// @flow\nimport type { Node } from './node';\nexport type Props = { name: string };\nexport function render(props: Props): Node { return make(props); }\n",
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(names(file), ["typealias Props", "property Props.name", "function render"]);
  assert.deepEqual(imports(file), ["2 type ./node Node>Node"]);
});
