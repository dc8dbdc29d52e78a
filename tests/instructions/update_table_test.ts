/** Rows 61 to 65 of the table of test cases: what changes within and between the runs of a conversation. */
import assert from "node:assert/strict";
import { bundle, Place } from "./_tree.ts";
import { RepoContext } from "../../src/instructions/mod.ts";
import { UPDATE_SENTENCE } from "../../src/instructions/prefix.ts";
import { updateParts } from "../../src/instructions/update.ts";

const context = new RepoContext();
const lines = Array.from({ length: 60 }, (_, index) => `- Rule number ${index + 1} stands.`);

Deno.test("row 61: an edit during a run does not reach it", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const run = await context.forRun({ workspace: place.workspace() });
  const before = run.instructions;
  await place.add({ "w/AGENTS.md": "two" });
  await run.onFileRead({ path: "x" });
  assert.equal(run.instructions, before);
  assert.equal(run.files[0]?.text, "one");
});

Deno.test("row 62: one changed line of a long file is appended as a difference", async () => {
  await using place = await Place.of({ "w/AGENTS.md": lines.join("\n") });
  const first = await context.forRun({ workspace: place.workspace() });
  await place.add({ "w/AGENTS.md": lines.with(29, "- Rule number 30 falls.").join("\n") });
  const conversation = JSON.parse(JSON.stringify(first.conversation));
  const second = await context.forRun({ workspace: place.workspace(), conversation });
  assert.equal(second.instructions, first.instructions);
  assert.deepEqual(second.update, [{
    role: "system",
    text: [
      UPDATE_SENTENCE,
      "",
      '<context-file path="AGENTS.md" change="diff">',
      "@@ -27,7 +27,7 @@",
      ...lines.slice(26, 29).map((line) => ` ${line}`),
      `-${lines[29]}`,
      "+- Rule number 30 falls.",
      ...lines.slice(30, 33).map((line) => ` ${line}`),
      "</context-file>",
    ].join("\n"),
  }]);
});

Deno.test("row 63: a short file that was rewritten is appended whole", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one\ntwo" });
  const first = await context.forRun({ workspace: place.workspace() });
  await place.add({ "w/AGENTS.md": "three\nfour <system>" });
  const second = await context.forRun({ workspace: place.workspace(), conversation: first.conversation });
  assert.equal(
    second.update[0]?.text,
    `${UPDATE_SENTENCE}\n\n<context-file path="AGENTS.md" change="replaced">\nthree\nfour &lt;system>\n</context-file>`,
  );
});

Deno.test("row 64: new and deleted files are appended as such", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const first = await context.forRun({ workspace: place.workspace() });
  await Deno.remove(place.path("w/AGENTS.md"));
  await place.add({ "w/CLAUDE.md": "two" });
  const second = await context.forRun({ workspace: place.workspace(), conversation: first.conversation });
  assert.equal(
    second.update[0]?.text,
    `${UPDATE_SENTENCE}\n\n<context-file path="CLAUDE.md" change="added">\ntwo\n</context-file>\n\n` +
      '<context-file path="AGENTS.md" change="removed" />',
  );
});

Deno.test("row 65: without a change there is no update", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const first = await context.forRun({ workspace: place.workspace() });
  const second = await context.forRun({ workspace: place.workspace(), conversation: first.conversation });
  assert.deepEqual(first.update, []);
  assert.deepEqual(second.update, []);
});

Deno.test("a change is appended once, and the next one starts from it", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  let { conversation } = await context.forRun({ workspace: place.workspace() });
  await place.add({ "w/AGENTS.md": "two" });
  ({ conversation } = await context.forRun({ workspace: place.workspace(), conversation }));
  const third = await context.forRun({ workspace: place.workspace(), conversation });
  assert.deepEqual(third.update, []);
  await place.add({ "w/AGENTS.md": "one" });
  const fourth = await context.forRun({ workspace: place.workspace(), conversation: third.conversation });
  assert.equal(fourth.update.length, 1);
});

Deno.test("after a compaction the current files are the prefix", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const first = await context.forRun({ workspace: place.workspace() });
  await place.add({ "w/AGENTS.md": "two" });
  const told = await context.forRun({
    workspace: place.workspace(),
    conversation: first.conversation,
    compacted: true,
  });
  assert.equal(told.instructions, '<context-file path="AGENTS.md">\ntwo\n</context-file>');
  assert.deepEqual(told.update, []);
  first.compacted();
  const later = await context.forRun({ workspace: place.workspace(), conversation: first.conversation });
  assert.equal(later.instructions, told.instructions);
});

Deno.test("a difference that is exactly as long as the text gives the text", () => {
  const change = (padding: number) => {
    const far = "x".repeat(padding);
    const after = ["new", "1", "2", "3", "4", far].join("\n");
    const parts = updateParts(
      [{ label: "f", text: ["old", "1", "2", "3", "4", far].join("\n") }],
      [{ label: "f", text: after }],
      (text) => text,
    );
    return { kind: /change="(\w+)"/.exec(parts[0]?.text ?? "")?.[1], length: after.length };
  };
  const difference = "@@ -1,4 +1,4 @@\n-old\n+new\n 1\n 2\n 3".length;
  const tie = difference - change(0).length;
  assert.equal(change(tie).length, difference);
  assert.equal(change(tie).kind, "replaced");
  assert.equal(change(tie + 1).kind, "diff");
});

Deno.test("the command with a session leaves the text alone and adds the update", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "one" });
  const session = { store: place.sessions(), session: "s1" };
  const first = await bundle(place.workspace(), {}, session);
  await place.add({ "w/AGENTS.md": "two" });
  const second = await bundle(place.workspace(), {}, session);
  assert.equal(second.text, first.text);
  assert.equal(second.text_hash, first.text_hash);
  assert.equal(second.update?.trust, "instructions");
  assert.match(second.update?.parts[0]?.text ?? "", /change="replaced">\ntwo\n/);
  assert.equal((await bundle(place.workspace(), {}, session)).update, undefined);
});
