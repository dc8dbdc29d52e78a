import assert from "node:assert/strict";
import { docs, exported, imports, names, parse, ranges, references, signatures } from "./_parsing.ts";

Deno.test("TypeScript declarations of every kind are symbols", async () => {
  const file = await parse(
    "typescript",
    `export function open(path: string): void {}
export async function* stream<T>(items: T[]): AsyncGenerator<T> {}
class Vault<K> extends Base implements Lock {
  static #count = 0;
  readonly size: number = 3;
  onTurn = (key: K): boolean => true;
  "quoted name"(): void {}
  [Symbol.iterator]() {}
  constructor(private keys: K[], plain: number) { super(); }
  get top(): K { return this.keys[0]!; }
  turn(key: string): void;
  turn(key: unknown): void {}
}
abstract class Door { abstract swing(): void; protected abstract hinge: string }
export interface Lock<T = string> extends Part {
  id: T;
  lock?(force: boolean): void;
  get state(): string;
}
export type Key = { teeth: number; cut(): void } | string;
export type Ring = Part & { keys: Key[] };
export enum Metal { Iron = 1, Brass, "cast iron" = 4 }
namespace Shop.Tools { export const price = 3; function hidden() {} }
declare module "foreign" { export function load(): void; interface Opts { a: 1 } }
declare global { interface Window { vault: Vault<string> } }
declare function ambient(a: number): string;
export declare const VERSION: string;
`,
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(names(file), [
    "function open",
    "function stream",
    "class Vault",
    "field Vault.#count",
    "field Vault.size",
    "method Vault.onTurn",
    "method Vault.quoted name",
    "method Vault.[Symbol.iterator]",
    "method Vault.constructor",
    "field Vault.keys",
    "method Vault.top",
    "method Vault.turn",
    "method Vault.turn",
    "class Door",
    "field Door.hinge",
    "method Door.swing",
    "interface Lock",
    "property Lock.id",
    "method Lock.lock",
    "method Lock.state",
    "typealias Key",
    "typealias Ring",
    "property Ring.keys",
    "enummember Metal.Brass",
    "enummember Metal.Iron",
    "enum Metal",
    "enummember Metal.cast iron",
    "namespace Shop.Tools",
    "function Shop.Tools.hidden",
    "constant Shop.Tools.price",
    "interface foreign.Opts",
    "property foreign.Opts.a",
    "module foreign",
    "function foreign.load",
    "interface global.Window",
    "module global",
    "property global.Window.vault",
    "function ambient",
    "constant VERSION",
  ]);
});

Deno.test("signatures run to the body, on one line, without export, decorators and comments", async () => {
  const file = await parse(
    "typescript",
    `@Component({ selector: "x" })
export class Panel<T extends object = {}> extends Base<T> {
  @Input({ required: true })
  /* kept out */ title: string = "none";
  table = { a: 1, b: [1, 2, 3], c: "a long text that nobody wants to read in an outline" };
  async load(
    url: string, // where from
    options: { retries?: number } = {},
  ): Promise<Map<string, T>> {
    return await this.fetch(url);
  }
}
export const middleware = (
  request: Request,
): Response => {
  return new Response();
};
type Opts =
  | { kind: "a" }
  | { kind: "b" };
export const limits = {
  low: 1,
};
const short = [1, 2] as const;
const long = createThing({ first: 1, second: 2, third: 3 }, "and some more text that makes this rather long");
`,
  );
  assert.deepEqual(signatures(file), {
    Panel: "class Panel<T extends object = {}> extends Base<T>",
    title: 'title: string = "none"',
    table: "table",
    load: "async load(url: string, options: { retries?: number } = {}): Promise<Map<string, T>>",
    middleware: "const middleware = (request: Request): Response =>",
    Opts: 'type Opts = | { kind: "a" } | { kind: "b" }',
    limits: "const limits = {…}",
    short: "const short = [1, 2] as const",
    long: "const long = createThing(…)",
  });
  assert.deepEqual(ranges(file)["Panel"], "1-12");
  assert.deepEqual(ranges(file)["title"], "3-4");
  assert.equal(file.symbols.find(({ name }) => name === "load")?.bodyStartLine, 9);
});

Deno.test("a signature is cut at 300 units and says so", async () => {
  const file = await parse("typescript", `function f(${"parameter: string, ".repeat(40)}) {}`);
  const signature = signatures(file)["f"] ?? "";
  assert.equal(signature.length, 300);
  assert.ok(signature.endsWith("…"));
});

Deno.test("the nearest JSDoc comment above is the doc, without markers and tags", async () => {
  const file = await parse(
    "typescript",
    `/** Not mine. */
import x from "./x";

/**
 * Opens the {@link Vault} gently.
 *
 * @param key what turns
 *   and turns
 * @returns nothing
 */
// a directive
@sealed
export class Opened {
  /** Counts. */ count = 1;
  /* plain */
  plain() {}
  /**
   * @deprecated use other
   *
   * Kept after a blank line.
   */
  @dec
  decorated() {}
  value = 1; /** About value. */
  next = 2;
}

/** Separated by a blank line. */

export const spaced = "/** not a comment */";
const after = 1;
/* an ordinary block */
function ordinary() {}
`,
  );
  assert.deepEqual(docs(file), {
    Opened: "Opens the Vault gently.",
    count: "Counts.",
    decorated: "Kept after a blank line.",
    spaced: "Separated by a blank line.",
  });
  assert.equal(file.symbols.find(({ name }) => name === "Opened")?.docStartLine, 4);
});

Deno.test("exported constants of any kind are symbols, and so are top-level ones that are not exported", async () => {
  const file = await parse(
    "typescript",
    `export const schema = z.object({ name: z.string() });
export const Memo = memo(function Inner() { return null; });
export let counter = 0;
export var legacy = function () {};
export const { a, b: renamed, ...rest } = settings;
const local = () => 1;
const LIMIT = 10;
let first = 1, second = 2;
export const handlers = { open() {}, close: () => {}, nested: { deep: function () {} }, size: 3 };
export class Outer { static create() { const inner = () => 1; return inner; } }
function work() { const hidden = 1; function nested() {} }
export const Klass = class extends Base { run() {} };
`,
  );
  assert.deepEqual(names(file), [
    "constant schema",
    "constant Memo",
    "variable counter",
    "function legacy",
    "constant a",
    "constant renamed",
    "constant rest",
    "function local",
    "constant LIMIT",
    "variable first",
    "variable second",
    "method handlers.close",
    "method handlers.nested.deep",
    "constant handlers",
    "method handlers.open",
    "class Outer",
    "method Outer.create",
    "function work.nested",
    "function work",
    "class Klass",
    "method Klass.run",
  ]);
  assert.ok(!exported(file).includes("local"));
  assert.ok(exported(file).includes("create"));
  assert.ok(!exported(file).includes("nested"));
});

Deno.test("default exports have a symbol, named or not", async () => {
  const cases: [string, string[]][] = [
    ["export default function (depth: number): number { return depth; }", ["function default"]],
    ["export default class { hoist(): void {} }", ["class default", "method default.hoist"]],
    ["export default async () => {};", ["function default"]],
    ["export default abstract class { abstract x(): void }", ["class default", "method default.x"]],
    ["export default function named() {}", ["function named"]],
    ["export default defineConfig({ setup() {} });", ["constant default", "method default.setup"]],
    ["export default { data: { load() {} } };", ["constant default", "method default.data.load"]],
    ["const trim = (n: number) => n;\nexport default trim;", ["function trim"]],
  ];
  for (const [source, expected] of cases) {
    const file = await parse("typescript", source);
    assert.deepEqual(names(file), expected, source);
    assert.ok(file.symbols.every((symbol) => symbol.exported), source);
  }
});

Deno.test("names exported by a separate statement are exported", async () => {
  const file = await parse(
    "typescript",
    "class A { m() {} private p() {} }\nfunction b() {}\nfunction c() {}\nexport { A as default, b };\nexport = d;\nconst d = 1;",
  );
  assert.deepEqual(exported(file), ["A", "m", "b", "d"]);
});

Deno.test("visibility of members is recorded", async () => {
  const file = await parse("typescript", "export class A { private a = 1; protected b() {} #c = 1; d() {} }");
  assert.deepEqual(file.symbols.map(({ name, visibility, exported }) => [name, visibility, exported]), [
    ["#c", "private", false],
    ["A", undefined, true],
    ["a", "private", false],
    ["b", "protected", true],
    ["d", "public", true],
  ]);
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

Deno.test("overloads and merged declarations all stay", async () => {
  const file = await parse(
    "typescript",
    "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown) {}\ninterface G { a: 1 }\ninterface G { b: 2 }\nclass B {}\nnamespace B { export function v() {} }",
  );
  assert.deepEqual(names(file), [
    "function f",
    "function f",
    "function f",
    "interface G",
    "property G.a",
    "interface G",
    "property G.b",
    "class B",
    "namespace B",
    "function B.v",
  ]);
});

Deno.test("constructs the grammar does not know leave no error and hide nothing", async () => {
  const sources = [
    'export type * from "./a";\nexport function after() {}',
    'export type * as t from "./a";\nexport function after() {}',
    "class A { static accessor x = 1; after() {} }",
    "abstract class A { abstract accessor x: number; after() {} }",
    "interface Box<in out T> { after(): T }",
    "class Box<in T, out U> { after() {} }",
    "function outer() { for (using x of y) { x.z(); } }\nfunction after() {}",
    "async function outer() { await using x = open(); }\nfunction after() {}",
    "export default abstract class { after(): void {} }",
    "interface Calls {\n  <T>(a: T): T\n  // and\n  <U>(b: U): U\n  after(): void\n}",
    'import defer * as late from "./late";\nfunction after() {}',
  ];
  for (const source of sources) {
    const file = await parse("typescript", source);
    assert.equal(file.hasErrors, false, source);
    assert.ok(file.symbols.some(({ name }) => name === "after"), source);
  }
});

Deno.test("declarations around and inside broken source are found", async () => {
  const file = await parse(
    "typescript",
    `export function before(): number {
  return 1;
}

export function torn(a: number, {
  if (a > ) {
    return a +;

export function after(): number {
  return 2;
}

/** Lifts. */
export class Salvage {
  lift(): void {}
}
const text = "
export interface Late { x: number }
`,
  );
  assert.equal(file.hasErrors, true);
  for (const name of ["before", "torn", "after", "Salvage", "Late"]) {
    assert.ok(file.symbols.some((symbol) => symbol.name === name), name);
  }
  assert.deepEqual(ranges(file)["before"], "1-3");
  assert.deepEqual(ranges(file)["after"], "9-11");
  assert.match(ranges(file)["Salvage"] ?? "", /^14-/);
});

Deno.test("nothing is recovered from strings and comments of broken source", async () => {
  const file = await parse(
    "typescript",
    "const a = `\nfunction inTemplate() {}\n`;\n/*\nfunction inComment() {}\n*/\nclass {{{\nfunction real() {}",
  );
  const found = file.symbols.map(({ name }) => name);
  assert.ok(found.includes("real"));
  assert.ok(!found.includes("inTemplate") && !found.includes("inComment"));
});

Deno.test("offsets hold behind characters of every width", async () => {
  const file = await parse(
    "typescript",
    "// → π 漢字 🚀🚀\n/* 🚀 漢字 */ export function orbitFirst(height: number): string {\n  return '';\n}\n\nexport class SatelliteÜbersicht {\n  /** 周期 */ periodMinutes(): number { return 90; }\n}\n",
  );
  assert.deepEqual(signatures(file), {
    orbitFirst: "function orbitFirst(height: number): string",
    SatelliteÜbersicht: "class SatelliteÜbersicht",
    periodMinutes: "periodMinutes(): number",
  });
  assert.deepEqual(ranges(file)["orbitFirst"], "2-4");
  assert.equal(docs(file)["periodMinutes"], "周期");
});

Deno.test("CRLF source has the same lines", async () => {
  const file = await parse(
    "typescript",
    "/**\r\n * Does.\r\n */\r\nexport function f(\r\n  a: number,\r\n): void {\r\n}\r\n",
  );
  assert.deepEqual(ranges(file), { f: "4-7" });
  assert.deepEqual(docs(file), { f: "Does." });
  assert.deepEqual(signatures(file), { f: "function f(a: number): void" });
});
