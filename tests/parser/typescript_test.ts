import assert from "node:assert/strict";
import { docs, exported, names, parse, ranges, signatures } from "./_parsing.ts";

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
export type Frozen = Readonly<{ held: boolean }>;
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
    "typealias Frozen",
    "property Frozen.held",
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
