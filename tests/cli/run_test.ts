import assert from "node:assert/strict";
import { runCommandLine } from "../../src/cli/run.ts";
import {
  type Command,
  type CommandContext,
  type CommandEntry,
  defineCommand,
} from "../../src/commands/mod.ts";
import { RepoctxError, UsageError } from "../../src/model/mod.ts";
import { type FakeOptions, type FakeSystem, fakeSystem } from "./fake_system.ts";
import { sampleCommands } from "./sample_commands.ts";

/** A command that does what a test wants it to do. */
function acting(
  run: (context: CommandContext) => Promise<string>,
  more: Partial<Command<object, string>> = {},
): Command {
  return {
    ...defineCommand<object, string>({
      name: "act",
      group: "Ask",
      summary: "Act",
      parameters: {},
      examples: [],
      formats: ["text"],
      needs: "nothing",
      run,
      render: (text) => Promise.resolve(text),
    }),
    ...more,
  } as Command;
}

/** A table of commands that are loaded already. */
function loaded(commands: readonly Command[]): CommandEntry[] {
  return commands.map((command) => ({ name: command.name, load: () => Promise.resolve(command) }));
}

async function run(
  args: readonly string[],
  doors: readonly Command[] = sampleCommands,
  options: FakeOptions = {},
): Promise<{ code: number; system: FakeSystem }> {
  const system = fakeSystem(options);
  const code = await runCommandLine(args, { version: "1.2.3", doors: loaded(doors), system });
  return { code, system };
}

Deno.test("the version is one line and nothing else", async () => {
  const { code, system } = await run(["--version"]);
  assert.deepEqual([code, system.output(), system.errors()], [0, "1.2.3\n", ""]);
});

Deno.test("a result goes to standard output with one newline, in the format asked for", async () => {
  const { code, system } = await run(["find", "x", "--format", "json"]);
  assert.equal(code, 0);
  assert.match(system.output(), /^json: \{"query":"x".*\}\n$/);
  assert.equal(system.errors(), "");
});

Deno.test("a command with nothing to say prints nothing", async () => {
  const { code, system } = await run(["act"], [acting(() => Promise.resolve(""))]);
  assert.deepEqual([code, system.output()], [0, ""]);
});

Deno.test("a result decides the exit code of its command", async () => {
  const { code, system } = await run(["act"], [
    acting(() => Promise.resolve("drift"), { exitCode: () => 4 }),
  ]);
  assert.deepEqual([code, system.output()], [4, "drift\n"]);
});

Deno.test("errors leave standard output empty", async () => {
  for (
    const [error, expected, pattern] of [
      [new RepoctxError("It is gone."), 1, /^It is gone\.\n$/],
      [new UsageError("No terms."), 3, /^No terms\.\n$/],
      [new TypeError("oops"), 1, /^This is a bug in repoctx: oops\nRun it again with REPOCTX_DEBUG=1/],
    ] as const
  ) {
    const { code, system } = await run(["act"], [acting(() => Promise.reject(error))]);
    assert.equal(code, expected);
    assert.equal(system.output(), "");
    assert.match(system.errors(), pattern);
  }
});

Deno.test("a command line that is wrong never reaches the command", async () => {
  const { code, system } = await run(["act", "--nope"], [acting(() => Promise.reject(new Error("ran")))]);
  assert.equal(code, 3);
  assert.equal(system.errors(), "Unknown option --nope for act.\nSee 'repoctx help act'.\n");
});

Deno.test("values are checked against each other before the work begins", async () => {
  const command = acting(() => Promise.reject(new Error("ran")), {
    validate() {
      throw new UsageError("Both at once.");
    },
  });
  const { code, system } = await run(["act"], [command]);
  assert.deepEqual([code, system.errors()], [3, "Both at once.\n"]);
});

Deno.test("warnings go to standard error after the output and change nothing", async () => {
  const command = acting((context) => {
    context.warn("Careful\x1b[2J.");
    return Promise.resolve("done");
  });
  const { code, system } = await run(["act"], [command]);
  assert.deepEqual([code, system.output(), system.errors()], [0, "done\n", "Careful\\x1b[2J.\n"]);
});

Deno.test("a reader that went away ends the run quietly", async () => {
  const { code, system } = await run(["find", "x"], sampleCommands, {
    stdoutError: new Deno.errors.BrokenPipe("Broken pipe"),
  });
  assert.deepEqual([code, system.errors()], [0, ""]);
});

Deno.test("output that cannot be written is an error", async () => {
  const { code, system } = await run(["find", "x"], sampleCommands, {
    stdoutError: Object.assign(new Error("No space left on device"), { code: "ENOSPC" }),
  });
  assert.deepEqual([code, system.errors()], [1, "No space left on device\n"]);
});

Deno.test("a question can be asked only where somebody can answer", async () => {
  const asks = acting(async (context) =>
    context.confirm ? String(await context.confirm("Really?")) : "nobody"
  );
  const alone = await run(["act"], [asks], { input: "y\n", terminals: ["stdin"] });
  assert.equal(alone.system.output(), "nobody\n");
  const attended = await run(["act"], [asks], { input: "y\n", terminals: ["stdin", "stdout"] });
  assert.equal(attended.system.output(), "Really? [y/N] true\n");
});

Deno.test("a command that stops in order is told of Ctrl+C, and the exit code says so", async () => {
  const system = fakeSystem();
  let cleaned = false;
  const command = acting((context) =>
    new Promise((_resolve, reject) => {
      context.signal.addEventListener("abort", () => {
        cleaned = true;
        reject(new TypeError("cut off"));
      });
      queueMicrotask(() => system.interrupt({ exitCode: 143 }));
    }), { stopsInOrder: true });
  const code = await runCommandLine(["act"], { version: "1", doors: loaded([command]), system });
  assert.deepEqual([code, cleaned, system.output(), system.errors()], [
    143,
    true,
    "",
    "Interrupted. Nothing is left half done.\n",
  ]);
  assert.equal(system.isListening(), false);
});

Deno.test("a second Ctrl+C does not wait for a command that hangs", async () => {
  const system = fakeSystem();
  const command = acting(() =>
    new Promise(() => {
      queueMicrotask(() => {
        system.interrupt();
        system.interrupt();
      });
    }), { stopsInOrder: true });
  assert.equal(await runCommandLine(["act"], { version: "1", doors: loaded([command]), system }), 130);
});

Deno.test("other commands leave Ctrl+C to the system", async () => {
  const system = fakeSystem();
  let wasListening = true;
  const command = acting(() => {
    wasListening = system.isListening();
    return Promise.resolve("");
  });
  await runCommandLine(["act"], { version: "1", doors: loaded([command]), system });
  assert.equal(wasListening, false);
});

Deno.test("a working directory that is gone is no bug", async () => {
  const system = { ...fakeSystem(), cwd: () => Deno.realPathSync("/nowhere/at/all") };
  assert.equal(
    await runCommandLine(["find", "x"], { version: "1", doors: loaded(sampleCommands), system }),
    1,
  );
  assert.match(system.errors(), /^The working directory does not exist/);
});

Deno.test("help and errors are coloured on a terminal, results never are", async () => {
  const terminals = ["stdout", "stderr"] as const;
  const help = await run(["--help"], sampleCommands, { terminals });
  assert.ok(help.system.output().includes("\x1b[1mUsage:\x1b[0m"));
  const failed = await run(["nope"], sampleCommands, { terminals });
  assert.ok(failed.system.errors().startsWith("\x1b[31mUnknown command"));
  const result = await run(["find", "x"], sampleCommands, { terminals, env: { FORCE_COLOR: "1" } });
  assert.ok(!result.system.output().includes("\x1b"));
});

Deno.test("a command reads what is piped in, and nothing from a terminal", async () => {
  const reads = acting(async (context) => new TextDecoder().decode(await context.readInput?.()));
  assert.equal((await run(["act"], [reads], { input: "piped\n" })).system.output(), "piped\n");
  assert.equal((await run(["act"], [reads], { input: "typed\n", terminals: ["stdin"] })).system.output(), "");
});

Deno.test("a command that must not disturb its caller fails without showing it", async () => {
  const failing = acting(() => Promise.reject(new RepoctxError("It is gone.")), { neutralAnswer: "{}" });
  for (
    const [args, problem] of [[["act"], /^It is gone/], [
      ["act", "--nope"],
      /^Unknown option --nope/,
    ]] as const
  ) {
    const { code, system } = await run(args, [failing], { input: "what the caller still writes" });
    assert.deepEqual([code, system.output()], [0, "{}\n"]);
    assert.match(system.errors(), problem);
    assert.equal(await system.stdin.read(new Uint8Array(1)), null, "its input was taken");
  }
  const closed = { stdoutError: new Deno.errors.BrokenPipe("Broken pipe") };
  assert.equal((await run(["act"], [failing], closed)).code, 0);
});

Deno.test("with --format json a failure is one line of JSON, where a command has it so", async () => {
  const failing = (error: Error, more: Partial<Command<object, string>> = { failsInJson: true }) =>
    acting(() => Promise.reject(error), { formats: ["text", "json"], ...more });
  const gone = failing(new RepoctxError("It is gone."));
  const json = await run(["act", "--format", "json"], [gone]);
  assert.deepEqual([json.code, json.system.output(), json.system.errors()], [
    1,
    "",
    '{"schema_version":3,"command":"act","error":{"code":"failed","message":"It is gone."}}\n',
  ]);
  for (const args of [["act"], ["act", "--format", "text"]]) {
    assert.equal((await run(args, [gone])).system.errors(), "It is gone.\n");
  }
  const plain = failing(new RepoctxError("It is gone."), {});
  assert.equal((await run(["act", "-f", "json"], [plain])).system.errors(), "It is gone.\n");
  for (const args of [["act", "-f", "json", "--nope"], ["act", "--nope", "--format=JSON"]]) {
    const { code, system } = await run(args, [gone]);
    assert.equal(code, 3);
    assert.deepEqual(JSON.parse(system.errors()).error, {
      code: "invalid_arguments",
      message: "Unknown option --nope for act.\nSee 'repoctx help act'.",
    });
  }
});

Deno.test("only the command that is asked for is loaded", async () => {
  const loads: string[] = [];
  const system = fakeSystem();
  const doors = loaded(sampleCommands).map((entry) => ({
    ...entry,
    load: () => (loads.push(entry.name), entry.load()),
  }));
  const run = (...args: string[]) => runCommandLine(args, { version: "1", doors, system });
  assert.equal(await run("find", "x", "--top", "3"), 0);
  assert.equal(await run("note", "add", "x"), 0);
  assert.equal(await run("--version"), 0);
  assert.deepEqual(loads, ["find", "note add"]);
  assert.equal(await run("find", "x", "--nope"), 3);
  assert.ok(loads.length > sampleCommands.length, "a wrong option is looked for everywhere");
});
