/** `completions`: a script for a shell, made from the table of commands. */
import { type Command, defineCommand } from "../commands/mod.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** What `completions` is told. */
export interface CompletionsOptions {
  readonly shell: typeof SHELLS[number];
}

/** The command that prints a completion script for `commands` and for itself. */
export function completionsCommand(commands: readonly Command[]): Command<CompletionsOptions, string> {
  const completions: Command<CompletionsOptions, string> = defineCommand<CompletionsOptions, string>({
    name: "completions",
    group: "Shell",
    summary: "Print a completion script for a shell",
    parameters: {
      shell: { type: "string", positional: true, required: true, choices: SHELLS, help: "The shell" },
    },
    examples: [
      {
        line: "completions bash >> ~/.bash_completion",
        explanation: "Complete in bash from the next login on",
      },
      { line: 'completions zsh > "${fpath[1]}/_repoctx"', explanation: "Complete in zsh" },
      { line: "completions fish > ~/.config/fish/completions/repoctx.fish", explanation: "Complete in fish" },
      { line: "completions powershell >> $PROFILE", explanation: "Complete in PowerShell" },
    ],
    formats: ["text"],
    needs: "nothing",
    run: async (_context, { shell }) =>
      (await import("./completion_scripts.ts")).completionScripts[shell]([...commands, completions]),
    render: (script) => Promise.resolve(script),
  });
  return completions;
}
