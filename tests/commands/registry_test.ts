import assert from "node:assert/strict";
import { commandTable, entryFor, loadCommands } from "../../src/commands/mod.ts";

Deno.test("every command has the name under which the table lists it, and no name stands twice", async () => {
  const commands = await loadCommands();
  assert.deepEqual(commands.map(({ name }) => name), commandTable.map(({ name }) => name));
  assert.equal(new Set(commandTable.map(({ name }) => name)).size, commandTable.length);
});

Deno.test("words find the command with the longest name that they start with", () => {
  assert.equal(entryFor(["search", "memory", "add"])?.name, "search");
  assert.equal(entryFor(["memory", "add", "x"])?.name, "memory add");
  for (const words of [["memory"], ["memory", "x"], ["--top", "search"], ["Search"], [""], []]) {
    assert.equal(entryFor(words), undefined, words.join(" "));
  }
});
