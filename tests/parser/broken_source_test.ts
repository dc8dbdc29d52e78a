import assert from "node:assert/strict";
import { docs, parse, ranges, signatures } from "./_parsing.ts";

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
    "interface Calls {\n  <T>(a: T): T\n  // and.\n  <U>(b: U): U\n  /** More. */\n  <\n    V,\n  >(c: V): V\n  after(): void\n}",
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
