import assert from "node:assert/strict";
import { encode } from "gpt-tokenizer";
import { entryFor, flagOf } from "../../src/commands/mod.ts";
import { PLAYBOOK, PLAYBOOK_DESCRIPTION, POINTER, putBlock } from "../../src/integrate/mod.ts";

Deno.test("the pointer is at most 150 tokens and less than a third of the playbook, markers included", () => {
  const block = new TextDecoder().decode(putBlock(undefined, POINTER) as Uint8Array);
  const cost = encode(block).length;
  assert.ok(cost <= 150, `${cost} tokens`);
  assert.ok(cost * 3 < encode(PLAYBOOK).length);
});

Deno.test("the pointer has the one call to start with, the way to the rest, and the hint for Windows", () => {
  assert.match(POINTER, /repoctx context "<task>" --detail auto --response-budget-tokens 2000 --format md/);
  assert.match(POINTER, /repoctx guide/);
  assert.match(POINTER, /repoctx\.cmd/);
});

Deno.test("the texts are clean Markdown: no trailing blanks, one newline style, no newline at the end", () => {
  for (const text of [POINTER, PLAYBOOK, PLAYBOOK_DESCRIPTION]) {
    assert.doesNotMatch(text, /[ \t]$|\r|\n{3}/m);
    assert.equal(text, text.trim());
  }
});

Deno.test("the playbook says when not to call the tool", () => {
  assert.match(PLAYBOOK, /Do not call it/);
});

Deno.test("every option in the texts belongs to the command it stands beside", async () => {
  const lines = [...`${POINTER}\n${PLAYBOOK}`.matchAll(/repoctx ([a-z]+(?: (?:add|search|rm))?)([^`\n]*)/g)];
  assert.ok(lines.length > 5);
  for (const [whole, name, rest] of lines) {
    const command = await entryFor(name!.split(" "))!.load();
    const flags = [...command.parameters.map(flagOf), "format"];
    for (const [, flag] of rest!.matchAll(/--([a-z-]+)/g)) assert.ok(flags.includes(flag!), whole);
  }
});
