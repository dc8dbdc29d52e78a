import assert from "node:assert/strict";
import { completionScripts } from "../../src/cli/completion_scripts.ts";
import { runCommandLine } from "../../src/cli/mod.ts";
import { flagOf } from "../../src/commands/mod.ts";
import { allCommands } from "./all_commands.ts";
import { fakeSystem } from "./fake_system.ts";
import { Tree } from "./harness.ts";
import { sampleCommands } from "./sample_commands.ts";

/** Runs a shell script, or says that there is no such shell here. */
async function shell(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr, success } = await new Deno.Command(program, { args: [...args] }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.equal(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

Deno.test("the command prints the script of the shell asked for", async () => {
  for (
    const [name, start] of [["bash", "# bash"], ["ZSH", "#compdef repoctx"], ["fish", "# fish"]] as const
  ) {
    const system = fakeSystem();
    assert.equal(await runCommandLine(["completions", name], { version: "1", system }), 0);
    assert.ok(system.output().startsWith(start));
  }
});

Deno.test("every script knows every command and option", () => {
  for (const [name, script] of Object.entries(completionScripts)) {
    const text = script(allCommands);
    for (const command of allCommands) {
      for (const word of command.name.split(" ")) assert.ok(text.includes(word), `${name}: ${word}`);
      for (const parameter of command.parameters) {
        if (parameter.positional) continue;
        const spelling = name === "fish" ? `-l ${flagOf(parameter)}` : `--${flagOf(parameter)}`;
        assert.ok(text.includes(spelling), `${name}: ${command.name} ${spelling}`);
      }
    }
  }
});

Deno.test("bash completes commands, second words, options, choices and files", async () => {
  await using tree = await Tree.write({ "file one.ts": "", "other.ts": "" });
  const script = completionScripts.bash(sampleCommands);
  const probe = `complete() { :; }; compopt() { :; }
${script}
cd ${JSON.stringify(tree.root)}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _repoctx; (IFS=,; echo "\${COMPREPLY[*]}"); }
try repoctx ""
try repoctx no
try repoctx note ""
try repoctx note add --
try repoctx find --s
try repoctx find --detail ""
try repoctx find --detail = p
try repoctx find x -f ""
try repoctx find --session ""
try repoctx --top 3 find --ra
try repoctx read file
`;
  const output = await shell("bash", ["--norc", "-c", probe]);
  if (output === undefined) return;
  assert.deepEqual(output.trimEnd().split("\n"), [
    "find,note,read,help,--help,--version",
    "note",
    "add,list",
    "--format,--help",
    "--seen,--symbols,--session",
    "auto,paths",
    "paths",
    "text,json,md",
    "",
    "--ratio",
    "file one.ts",
  ]);
});

Deno.test("zsh and fish accept their scripts", async () => {
  await using tree = await Tree.write({
    "script.zsh": completionScripts.zsh([...allCommands, ...sampleCommands]),
    "script.fish": completionScripts.fish([...allCommands, ...sampleCommands]),
  });
  await shell("zsh", ["-n", `${tree.root}/script.zsh`]);
  await shell("fish", ["-n", `${tree.root}/script.fish`]);
});
