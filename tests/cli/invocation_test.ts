import assert from "node:assert/strict";
import { CommandLineError, type Invocation, parseInvocation } from "../../src/cli/invocation.ts";
import { flagOf, loadCommands } from "../../src/commands/mod.ts";
import { sampleCommands } from "./sample_commands.ts";

const commands = await loadCommands();

function parse(...args: string[]): Invocation {
  return parseInvocation(args, sampleCommands);
}

function valuesOf(...args: string[]): unknown {
  const invocation = parse(...args);
  assert.equal(invocation.kind, "run");
  return { ...(invocation as Extract<Invocation, { kind: "run" }>).values };
}

function formatOf(...args: string[]): unknown {
  return (parse(...args) as Extract<Invocation, { kind: "run" }>).format;
}

function topicOf(...args: string[]): string[] | undefined {
  const invocation = parse(...args);
  assert.equal(invocation.kind, "help");
  return (invocation as Extract<Invocation, { kind: "help" }>).topic?.map(({ name }) => name);
}

function errorOf(...args: string[]): CommandLineError {
  try {
    parse(...args);
  } catch (error) {
    assert.ok(error instanceof CommandLineError, String(error));
    assert.equal(error.exitCode, 3);
    return error;
  }
  throw new Error(`accepted: ${args.join(" ")}`);
}

const DEFAULTS = { query: "x", top: 10, detail: "paths", seen: [], includeMemory: true, symbols: false };

Deno.test("a command without options gets every default", () => {
  assert.deepEqual(valuesOf("find", "x"), DEFAULTS);
  assert.equal(formatOf("find", "x"), "text");
  assert.equal(formatOf("read", "x"), "md");
});

Deno.test("options take their value from the next word or after an equals sign", () => {
  const expected = { ...DEFAULTS, top: 3, detail: "auto", session: "s=1" };
  assert.deepEqual(valuesOf("find", "x", "--top", "3", "--detail=auto", "--session=s=1"), expected);
  assert.deepEqual(valuesOf("--top=3", "find", "--detail", "AUTO", "x", "--session", "s=1"), expected);
});

Deno.test("options may stand before the command and between its words", () => {
  assert.deepEqual(valuesOf("--top", "3", "find", "x"), { ...DEFAULTS, top: 3 });
  assert.deepEqual(valuesOf("note", "--format", "json", "add", "hello"), { text: "hello" });
});

Deno.test("a list option collects its values, any other keeps the last", () => {
  assert.deepEqual(
    valuesOf("find", "x", "--seen", "a", "--top", "1", "-s", "b", "-sc", "--top", "2", "--seen=-d"),
    { ...DEFAULTS, seen: ["a", "b", "c", "-d"], top: 2 },
  );
});

Deno.test("an option value may start with a dash unless it is an option of the command", () => {
  assert.deepEqual(valuesOf("find", "x", "--seen", "-1tEx"), { ...DEFAULTS, seen: ["-1tEx"] });
  assert.deepEqual(valuesOf("find", "x", "--seen", "--nt1"), { ...DEFAULTS, seen: ["--nt1"] });
  assert.equal(errorOf("find", "x", "--seen", "--symbols").message, "--seen needs a value.");
  assert.equal(errorOf("find", "x", "--top").message, "--top needs a value.");
  assert.equal(errorOf("find", "x", "--top", "--", "y").message, "--top needs a value.");
});

Deno.test("switches take no value, but an explicit true or false is understood", () => {
  assert.deepEqual(valuesOf("find", "x", "--symbols", "--no-memory"), {
    ...DEFAULTS,
    symbols: true,
    includeMemory: false,
  });
  assert.deepEqual(valuesOf("find", "x", "--symbols=false", "--no-memory=false"), DEFAULTS);
  assert.equal(errorOf("find", "x", "--symbols=maybe").message, "--symbols is a switch and takes no value.");
});

Deno.test("words after -- are arguments whatever they look like", () => {
  assert.deepEqual(valuesOf("read", "a", "--", "--top", "-f"), { paths: ["a", "--top", "-f"] });
  assert.deepEqual(valuesOf("find", "--", "--help"), { ...DEFAULTS, query: "--help" });
});

Deno.test("a quoted text that starts with a dash is an argument", () => {
  assert.deepEqual(valuesOf("find", "- fix the retry"), { ...DEFAULTS, query: "- fix the retry" });
  assert.deepEqual(valuesOf("find", "--top is ignored"), { ...DEFAULTS, query: "--top is ignored" });
  assert.deepEqual(valuesOf("find", "-xyz is unknown"), { ...DEFAULTS, query: "-xyz is unknown" });
});

Deno.test("formats are compared without case, md has an alias, and an empty one means the default", () => {
  assert.equal(formatOf("find", "x", "--format", "JSON"), "json");
  assert.equal(formatOf("find", "x", "-f", "Markdown"), "md");
  assert.equal(formatOf("find", "x", "-fmd"), "md");
  assert.equal(formatOf("find", "x", "--format", ""), "text");
  assert.equal(formatOf("read", "x", "--format="), "md");
  assert.equal(
    errorOf("find", "x", "--format", "xml").message,
    'Invalid --format "xml". Use text, json or md.',
  );
  assert.equal(errorOf("note", "add", "x", "-f", "md").message, 'Invalid --format "md". Use text or json.');
  assert.match(errorOf("note", "list", "-f", "md").message, /^Unknown option -f for note list\./);
});

Deno.test("numbers must be numbers and larger than their bound", () => {
  assert.equal(errorOf("find", "x", "--top", "0").message, "--top must be greater than zero.");
  assert.equal(errorOf("find", "x", "--top", "-5").message, "--top must be greater than zero.");
  assert.equal(errorOf("find", "x", "--top=-0").message, "--top must be greater than zero.");
  assert.equal(errorOf("find", "x", "--top", "1.5").message, '--top must be a whole number, not "1.5".');
  assert.equal(errorOf("find", "x", "--top", "1e3").message, '--top must be a whole number, not "1e3".');
  assert.equal(errorOf("find", "x", "--top", "").message, '--top must be a whole number, not "".');
  assert.match(errorOf("find", "x", "--top", "9".repeat(400)).message, /^--top must be a/);
  assert.match(errorOf("find", "x", "--top", "99999999999999999").message, /^--top must be a whole number/);
  assert.equal(errorOf("find", "x", "--ratio", "NaN").message, '--ratio must be a number, not "NaN".');
  assert.equal(errorOf("find", "x", "--ratio", "1").message, "--ratio must be greater than 1.");
  assert.deepEqual(valuesOf("find", "x", "--ratio", "+1.5"), { ...DEFAULTS, ratio: 1.5 });
});

Deno.test("choices list what is allowed", () => {
  assert.equal(errorOf("find", "x", "--detail", "all").message, 'Invalid --detail "all". Use auto or paths.');
});

Deno.test("missing and surplus arguments are named", () => {
  assert.equal(errorOf("find").message, "Missing argument <query>.");
  assert.equal(errorOf("read").message, "Missing argument <path>.");
  assert.equal(
    errorOf("find", "fix", "the", "retry").message,
    'Unexpected argument "the" for find. Put a <query> of several words in quotes.',
  );
  assert.equal(errorOf("note", "list", "a", "b").intent?.command.name, "note list");
});

Deno.test("the format is checked before arguments and numbers", () => {
  assert.match(errorOf("find", "--format", "xml", "--top", "0").message, /^Invalid --format/);
});

Deno.test("an unknown command carries the words it may have been", () => {
  const error = errorOf("fnd", "x");
  assert.equal(error.message, 'Unknown command "fnd".');
  assert.deepEqual(error.unknown, {
    word: "fnd",
    candidates: ["find", "note add", "note list", "read", "note"],
  });
  assert.equal(errorOf("note").message, "note needs to know what to do: add or list.");
  assert.equal(errorOf("note", "rm").message, 'Unknown command "note rm". Use note add or note list.');
});

Deno.test("an unknown option names its owner or what it may have been", () => {
  assert.equal(
    errorOf("read", "x", "--top", "3").message,
    "Unknown option --top for read. It belongs to find.",
  );
  const error = errorOf("find", "x", "--tpo");
  assert.equal(error.message, "Unknown option --tpo for find.");
  assert.ok(error.unknown?.candidates.includes("--top"));
  assert.equal(errorOf("--nope").message, "Unknown option --nope.");
  assert.equal(errorOf("--top", "3").message, "--top needs a command.");
  assert.equal(errorOf("find", "x", "--__proto__").message, "Unknown option --__proto__ for find.");
});

Deno.test("help is found anywhere and wins over everything that is wrong beside it", () => {
  assert.equal(topicOf(), undefined);
  assert.equal(topicOf("--help"), undefined);
  assert.equal(topicOf("help"), undefined);
  assert.deepEqual(topicOf("find", "--help"), ["find"]);
  assert.deepEqual(topicOf("-h", "find", "x", "--top", "0", "--nope"), ["find"]);
  assert.deepEqual(topicOf("help", "note", "add"), ["note add"]);
  assert.deepEqual(topicOf("help", "note"), ["note add", "note list"]);
  assert.deepEqual(topicOf("note", "--help"), ["note add", "note list"]);
  assert.equal(errorOf("help", "nope").message, 'Unknown command "nope".');
});

Deno.test("the version is asked for anywhere", () => {
  assert.equal(parse("--version").kind, "version");
  assert.equal(parse("find", "-V").kind, "version");
});

Deno.test("an option takes a value in all commands or in none", () => {
  const isSwitch = new Map<string, boolean>();
  for (const command of commands) {
    for (const parameter of command.parameters) {
      if (parameter.positional) continue;
      const flag = flagOf(parameter);
      const before = isSwitch.get(flag) ?? parameter.type === "boolean";
      assert.equal(parameter.type === "boolean", before, `--${flag} of ${command.name}`);
      isSwitch.set(flag, before);
    }
  }
});

Deno.test("switches that are on by default are spelled as what they switch off", () => {
  for (const command of [...commands, ...sampleCommands]) {
    for (const parameter of command.parameters) {
      if (parameter.type !== "boolean" || !parameter.default) continue;
      assert.match(flagOf(parameter), /^no-/, `${command.name} ${parameter.name}`);
    }
  }
});

Deno.test("no argument follows one that takes all the rest, and none that must be given follows one that need not", () => {
  for (const command of commands) {
    const positions = command.parameters.filter((parameter) => parameter.positional);
    const optional = positions.findIndex((parameter) => parameter.type === "boolean" || !parameter.required);
    const list = positions.findIndex((parameter) => parameter.type === "list");
    assert.ok(list < 0 || list === positions.length - 1, command.name);
    assert.ok(optional < 0 || optional === positions.length - 1, command.name);
  }
});

Deno.test("a command's own table understands its examples as the whole table does", () => {
  for (const command of commands) {
    for (const { line } of command.examples) {
      const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
      assert.deepEqual(parseInvocation(args, [command]), parseInvocation(args, commands), line);
    }
  }
});
