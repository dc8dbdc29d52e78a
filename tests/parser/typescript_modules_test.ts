import assert from "node:assert/strict";
import { exported, imports, names, parse, references } from "./_parsing.ts";

Deno.test("names exported by a separate statement are exported", async () => {
  const file = await parse(
    "typescript",
    "class A { m() {} private p() {} }\nfunction b() {}\nfunction c() {}\nexport { A as default, b };\nexport = d;\nconst d = 1;",
  );
  assert.deepEqual(exported(file), ["A", "m", "b", "d"]);
});

Deno.test("every form of import is recorded with its names", async () => {
  const file = await parse(
    "typescript",
    `import def, { a as b, type C } from "./one";
import type { D } from "./two";
import { type E } from "./three";
import * as space from "four";
import "./five.css";
import fs = require("fs");
export * from "./six";
export { q as r } from "./seven";
export * as all from "./eight";
export type * from "./nine";
const lazy = await import("./ten");
const { x, y: z } = await import(\`./eleven\`);
const { h, k: l } = require("./twelve");
const w = require("./thirteen").inner;
import("./fourteen").then((m) => m.go());
let t: typeof import("./fifteen");
mock<typeof import("./sixteen")>();
/// <reference path="types.d.ts" />
import json from "./data.json" with { type: "json" };
`,
  );
  assert.deepEqual(imports(file), [
    "1 static ./one default>def a>b C>C",
    "2 type ./two D>D",
    "3 type ./three E>E",
    "4 static four *>space",
    "5 side-effect ./five.css",
    "6 require fs *>fs",
    "7 reexport ./six",
    "8 reexport ./seven q>r",
    "9 reexport ./eight *>all",
    "10 reexport ./nine",
    "11 dynamic ./ten *>lazy",
    "12 dynamic ./eleven x>x y>z",
    "13 require ./twelve h>h k>l",
    "14 require ./thirteen inner>w",
    "15 dynamic ./fourteen",
    "16 type ./fifteen",
    "17 type ./sixteen",
    "18 side-effect ./types.d.ts",
    "19 static ./data.json default>json",
  ]);
  assert.equal(file.hasErrors, false);
  // What require and import() bind is imported, not declared.
  assert.deepEqual(names(file), ["variable t"]);
});

Deno.test("references carry kind, qualifier and the declaration around them, once each", async () => {
  const file = await parse(
    "tsx",
    `import { used, Wrapper, type Opts } from "./lib";
import * as http from "./http";
// call ignored();
const text = "new Ignored()";
class Job<T> extends Task.Base<T> implements Runs {
  run(options: Opts, other: http.Client<T>): Result[] {
    used(); used();
    http.get("/x");
    this.step().then(used);
    new Retry.Policy(1);
    return options as unknown as Result[];
  }
}
const view = <Wrapper a={http.STATUS}><div /><Menu.Item /></Wrapper>;
const table = { used };
`,
  );
  assert.deepEqual(references(file), [
    "inherit Task.Base @Job",
    "inherit Runs @Job",
    "type http.Client @run",
    "type Opts @run",
    "type Result @run",
    "call used @run",
    "call http.get @run",
    "call this.step @run",
    "call then @run",
    "value used @run",
    "new Retry.Policy @run",
    "call Menu.Item @view",
    "value http.STATUS @view",
    "call Wrapper @view",
    "value used @table",
  ]);
});

Deno.test("handlers of an app folder's route file are routes", async () => {
  const source =
    "export async function GET() {}\nexport const POST = async () => {};\nexport function helper() {}";
  const route = await parse("typescript", source, "app/users/[id]/route.ts");
  assert.deepEqual(names(route), ["route GET", "route POST", "function helper"]);
  const other = await parse("typescript", source, "src/users/route.ts");
  assert.deepEqual(names(other), ["function GET", "function POST", "function helper"]);
});
