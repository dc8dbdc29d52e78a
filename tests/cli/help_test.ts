import assert from "node:assert/strict";
import { commandHelp, groupHelp, type Layout, programHelp, readableWidth, wrap } from "../../src/cli/help.ts";
import { plainStyle } from "../../src/cli/output.ts";
import { flagOf } from "../../src/commands/mod.ts";
import { allCommands } from "./all_commands.ts";
import { find, noteAdd, noteList, sampleCommands } from "./sample_commands.ts";

const layout: Layout = { style: plainStyle, width: 80 };

Deno.test("help of a command shows usage, arguments, options with defaults and choices, and examples", () => {
  assert.equal(
    commandHelp(find, layout),
    `Find things.

Usage: repoctx find [options] <query>

Finds things that are somewhere, and says where they are and why it thinks so.

Arguments:
  <query>  What to find

Options:
      --top <n>            How many at most (default: 10)
      --ratio <n>          A fraction
      --detail <detail>    How much of each (auto or paths; default: paths)
  -s, --seen <receipt>     What is known already (repeatable)
      --no-memory          Leave memories out
      --symbols            Names only
      --session <session>  Name of the session
  -f, --format <format>    How to write the result (text, json or md; default:
                           text)
  -h, --help               Show this help

Examples:
  # Find a thing
  repoctx find "a thing"`,
  );
});

Deno.test("an argument that may be missing stands in square brackets, a list has dots", () => {
  assert.match(commandHelp(noteList, layout), /^Usage: repoctx note list \[word\]$/m);
  assert.match(commandHelp(sampleCommands[3]!, layout), /^Usage: repoctx read \[options\] <path\.\.\.>$/m);
});

Deno.test("help of a first word lists the commands below it", () => {
  const text = groupHelp([noteAdd, noteList], layout);
  assert.match(text, /^Usage: repoctx note <command> \[options\]$/m);
  assert.match(text, /^ {2}note add <text> {3}Add a note$/m);
});

Deno.test("help of the program lists every command once, by group", () => {
  const text = programHelp(sampleCommands, layout);
  for (const { name, summary } of sampleCommands) {
    assert.equal(text.split(`  ${name} `).length, 2, name);
    assert.ok(text.includes(summary));
  }
  assert.ok(text.indexOf("Ask:") < text.indexOf("Remember:"));
  assert.equal(text.split("Remember:").length, 2);
});

Deno.test("no line of any help text is wider than the terminal, however narrow", () => {
  for (const width of [40, 80, 100]) {
    const narrow = { ...layout, width };
    const texts = [programHelp(allCommands, narrow), ...allCommands.map((one) => commandHelp(one, narrow))];
    for (const line of texts.flatMap((text) => text.split("Examples:")[0]!.split("\n"))) {
      // A single term, word or usage line may be longer than the terminal is wide; everything else is broken.
      if (line.startsWith("Usage:") || line.trimStart().startsWith("-") || !line.trim().includes(" ")) {
        continue;
      }
      assert.ok(line.length <= width, `${width}: ${line}`);
    }
  }
});

Deno.test("every command documents itself", () => {
  for (const command of allCommands) {
    assert.match(command.summary, /^[A-Z].*[^.]$/, command.name);
    assert.ok(command.examples.length > 0, `${command.name} has an example`);
    for (const { line, explanation } of command.examples) {
      assert.ok(line.startsWith(command.name), line);
      assert.ok(explanation.length > 0);
    }
    for (const parameter of command.parameters) {
      assert.match(parameter.help, /^[A-Z].*[^.]$/, `${command.name} ${flagOf(parameter)}`);
    }
  }
});

Deno.test("widths are kept inside what reads well", () => {
  assert.equal(readableWidth(undefined), 100);
  assert.equal(readableWidth(300), 100);
  assert.equal(readableWidth(72), 72);
  assert.equal(readableWidth(3), 40);
});

Deno.test("wrapping breaks between words only", () => {
  assert.deepEqual(wrap("one two three", 7), ["one two", "three"]);
  assert.deepEqual(wrap("averylongword x", 4), ["averylongword", "x"]);
});
