import assert from "node:assert/strict";
import type { GraphFile, ImportRecord } from "../../src/model/mod.ts";
import { type Facts, file, graphOf, named, symbolUses } from "./_graph_input.ts";

function uses(user: Facts, ...others: GraphFile[]): string[] {
  const files = [file("main.ts", user), ...others];
  return symbolUses(graphOf(files), files);
}

function reexport(specifier: string, ...names: string[]): ImportRecord {
  const record = named(specifier, ...names);
  return names.length === 0 ? { specifier, kind: "reexport", line: 1 } : { ...record, kind: "reexport" };
}

const A = file("a.ts", {
  symbols: ["function parse", "class Box", "method Box.of", "namespace Deep", "function Deep.run"],
});

Deno.test("a use of an imported name leads from the declaration around it to the declaration behind it", () => {
  const symbols = ["function main", "class Other"];
  const references = ["call parse @ main", "new Crate @ Other", "type Crate", "call unrelated @ main"];
  const imports = [named("./a", "parse", "Box as Crate")];
  assert.deepEqual(uses({ symbols, imports, references }, A), [
    "main.ts -> a.ts#Box",
    "main.ts#main -> a.ts#parse",
    "main.ts#Other -> a.ts#Box",
  ]);
});

Deno.test("members are found through namespaces and owners, unknown members count as their owner", () => {
  const imports = [named("./a", "* as all", "Box", "Deep")];
  assert.deepEqual(
    uses({ imports, references: ["call all.parse", "call Box.of", "call Deep.run", "call Box.gone"] }, A),
    ["main.ts -> a.ts#parse", "main.ts -> a.ts#Box", "main.ts -> a.ts#Box.of", "main.ts -> a.ts#Deep.run"],
  );
  assert.deepEqual(uses({ imports, references: ["call all.Box.of"] }, A), ["main.ts -> a.ts#Box.of"]);
});

Deno.test("barrels of barrels are followed, with renames, namespaces and rings", () => {
  const middle = file("middle.ts", {
    imports: [reexport("./a", "parse as read"), reexport("./index"), reexport("./a", "* as kit")],
  });
  const index = file("index.ts", { imports: [reexport("./middle")] });
  const imports = [named("./index", "read", "missing")];
  assert.deepEqual(uses({ imports, references: ["call read", "call missing"] }, A, middle, index), [
    "main.ts -> a.ts#parse",
  ]);
  const forwarded = file("index.ts", { imports: [named("./a", "parse")] });
  const again = [named("./index", "parse")];
  assert.deepEqual(uses({ imports: again, references: ["call parse"] }, A, forwarded), [
    "main.ts -> a.ts#parse",
  ]);
});

Deno.test("a module that is passed on as a whole is followed to its names", () => {
  const kinds = file("index.ts", { imports: [reexport("./a", "* as kinds")] });
  const outer = file("outer.ts", { imports: [reexport("./index")] });
  const imports = [named("./outer", "kinds", "* as all")];
  const references = ["call kinds.parse", "call all.kinds.Box.of", "type kinds"];
  assert.deepEqual(uses({ imports, references }, A, kinds, outer), [
    "main.ts -> a.ts#parse",
    "main.ts -> a.ts#Box.of",
  ]);
  const again = file("index.ts", { imports: [named("./a", "* as z")] });
  assert.deepEqual(uses({ imports: [named("./index", "z")], references: ["call z.parse"] }, A, again), [
    "main.ts -> a.ts#parse",
  ]);
});

Deno.test("a name that two starred modules declare is ambiguous, an own one is not", () => {
  const other = file("b.ts", { symbols: ["function parse"] });
  const stars = [reexport("./a"), reexport("./b")];
  const user: Facts = { imports: [named("./index", "parse")], references: ["call parse"] };
  assert.deepEqual(uses(user, A, other, file("index.ts", { imports: stars })), []);
  const own = file("index.ts", { imports: stars, symbols: ["function parse"] });
  assert.deepEqual(uses(user, A, other, own), ["main.ts -> index.ts#parse"]);
});

Deno.test("a default import means the default, the one named like the file, or the only export", () => {
  const user: Facts = { imports: [named("./shell", "default as any")], references: ["call any"] };
  const cases: [string[], string | undefined][] = [
    [["function helper", "function default"], "default"],
    [["class Other", "class Shell"], "Shell"],
    [["function only"], "only"],
    [["function one", "function two"], undefined],
  ];
  for (const [symbols, found] of cases) {
    const expected = found === undefined ? [] : [`main.ts -> shell.ts#${found}`];
    assert.deepEqual(uses(user, file("shell.ts", { symbols })), expected);
  }
});

Deno.test("what is not exported, or only shares its name, is not used", () => {
  const hidden = file("a.ts", { symbols: [{ ...A.symbols[0]!, exported: false }] });
  assert.deepEqual(uses({ imports: [named("./a", "parse")], references: ["call parse"] }, hidden), []);
  assert.deepEqual(uses({ imports: [], references: ["call parse", "new Box"] }, A), []);
  assert.deepEqual(uses({ imports: [named("left-pad", "parse")], references: ["call parse"] }, A), []);
});

Deno.test("required and dynamically imported modules are used by their members", () => {
  const required: ImportRecord = { ...named("./a", "* as a", "Box"), kind: "require" };
  assert.deepEqual(uses({ imports: [required], references: ["call a.parse", "new Box"] }, A), [
    "main.ts -> a.ts#parse",
    "main.ts -> a.ts#Box",
  ]);
});

Deno.test("a chain of a thousand barrels and a name that is a member of every object are survived", () => {
  const barrels = Array.from({ length: 3_000 }, (_, index) => {
    return file(`b${index}.ts`, { imports: [reexport(`./b${index + 1}`), reexport("./b0")] });
  });
  const user: Facts = {
    imports: [named("./b0", "parse", "constructor", "__proto__")],
    references: ["call parse", "call constructor", "call __proto__"],
  };
  assert.deepEqual(uses(user, ...barrels), []);
});
