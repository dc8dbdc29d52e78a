import assert from "node:assert/strict";
import { describeFailure } from "../../src/cli/failure.ts";
import { CommandLineError } from "../../src/cli/invocation.ts";
import { suggest } from "../../src/cli/suggest.ts";
import { NoIndexError, RepoctxError, UsageError } from "../../src/model/mod.ts";
import { find } from "./sample_commands.ts";

Deno.test("suggestions are near words, nearest first", async () => {
  const candidates = ["search", "stats", "related", "context", "memory add", "memory search"];
  assert.deepEqual(await suggest({ word: "serch", candidates }), ["search"]);
  assert.deepEqual(await suggest({ word: "contxet", candidates }), ["context"]);
  assert.deepEqual(await suggest({ word: "mem", candidates }), ["memory add", "memory search"]);
  assert.deepEqual(await suggest({ word: "SEARCH", candidates }), ["search"]);
  assert.deepEqual(await suggest({ word: "frobnicate", candidates }), []);
  assert.deepEqual(await suggest({ word: "s".repeat(1_000_000), candidates }), []);
});

Deno.test("a mistyped option is answered with options in their spelling", async () => {
  const error = new CommandLineError("Unknown option --tpo for find.", {
    intent: { command: find, format: "text" },
    unknown: { word: "--tpo", candidates: ["--top", "--detail"] },
  });
  const { exitCode, advice } = await describeFailure(error, false);
  assert.equal(exitCode, 3);
  assert.deepEqual(advice, ["Did you mean --top?", "See 'repoctx help find'."]);
});

Deno.test("expected failures keep their message and exit code and add nothing", async () => {
  for (
    const [error, exitCode, code] of [
      [new RepoctxError("No such memory."), 1, "failed"],
      [new NoIndexError("No index found. Run 'repoctx index' first."), 2, "no_index"],
      [new UsageError("Query has no searchable terms."), 3, "invalid_arguments"],
      [
        Object.assign(new UsageError("--filename takes a name."), { code: "invalid_filename" }),
        3,
        "invalid_filename",
      ],
    ] as const
  ) {
    const { message } = error;
    assert.deepEqual(await describeFailure(error, false), { exitCode, code, message, advice: [] });
  }
});

Deno.test("a failure of the surroundings is not called a bug", async () => {
  for (
    const error of [
      new Deno.errors.PermissionDenied("Permission denied: open '/x'"),
      Object.assign(new Error("No space left on device"), { code: "ENOSPC" }),
    ]
  ) {
    assert.deepEqual(await describeFailure(error, false), {
      exitCode: 1,
      code: "system_error",
      message: error.message,
      advice: [],
    });
  }
});

Deno.test("a defect says that it is one, and shows its stack on request only", async () => {
  const quiet = await describeFailure(new TypeError("x is not a function"), false);
  assert.equal(quiet.exitCode, 1);
  assert.equal(quiet.message, "This is a bug in repoctx: x is not a function");
  assert.match(quiet.advice.join(), /REPOCTX_DEBUG/);
  const loud = await describeFailure(new TypeError("x is not a function"), true);
  assert.match(loud.advice.join(), /failure_test\.ts/);
  assert.match((await describeFailure("just a text", true)).message, /just a text/);
});

Deno.test("the first word of commands of two is proposed, too", async () => {
  const { loadCommands } = await import("../../src/commands/mod.ts");
  const { parseInvocation } = await import("../../src/cli/invocation.ts");
  const commands = await loadCommands();
  try {
    parseInvocation(["memroy"], commands);
    assert.fail("understood");
  } catch (error) {
    assert.ok(error instanceof CommandLineError);
    assert.deepEqual((await describeFailure(error, false)).advice[0], "Did you mean memory?");
  }
});
