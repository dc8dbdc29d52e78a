/** `lint`: what is wrong with instruction files, rules and skills. */
import type { LintResult } from "../instructions/mod.ts";
import { ExitCode } from "../model/mod.ts";
import { type Command, defineCommand, type Format } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `lint` is asked. */
export interface LintOptions {
  /** Working directory. */
  dir: string;
  /** Findings are a failure. */
  check: boolean;
  /** SARIF instead of the format. */
  sarif: boolean;
}

/** Findings, and how they are to be shown and judged. */
export interface LintAnswer {
  /** What was found. */
  readonly result: LintResult;
  /** Warnings and errors are drift. */
  readonly check: boolean;
  /** Version of the program for a SARIF log; absent for the other formats. */
  readonly sarifVersion?: string;
}

/** Inspects the instruction files of a repository. */
export const lint: Command<LintOptions, LintAnswer> = defineCommand<LintOptions, LintAnswer>({
  name: "lint",
  group: "Agents",
  summary: "Find mistakes in instruction files, rules and skills of coding agents",
  description:
    "Imports that lead nowhere, scopes that an agent ignores, globs without a match, hidden characters, " +
    "files over an agent's limit, contradictions and more. Fixed rules only; the same files give the same findings.",
  parameters: {
    dir: { type: "string", positional: true, default: ".", file: true, help: "The directory to inspect" },
    check: { type: "boolean", default: false, help: "Exit with 4 when there is a warning or an error" },
    sarif: { type: "boolean", default: false, help: "Print a SARIF 2.1.0 log, whatever the format" },
  },
  examples: [
    { line: "lint", explanation: "All findings, one per line" },
    { line: "lint packages/shop --format json", explanation: "One directory, for a program" },
    { line: "lint --check --sarif", explanation: "In a pipeline that shows findings beside a change" },
  ],
  formats: ["text", "json", "md"],
  needs: "nothing",
  failsInJson: true,
  run: inspect,
  render,
  exitCode: ({ check, result }) =>
    check && result.findings.some(({ severity }) => severity !== "note") ? ExitCode.drift : ExitCode.success,
});

async function inspect(context: CommandContext, { dir, check, sarif }: LintOptions): Promise<LintAnswer> {
  const { lintInstructions, LocalWorkspace } = await import("../instructions/mod.ts");
  const { resolve } = await import("node:path");
  const cwd = resolve(context.cwd, dir);
  const trackedFiles = await keptFiles(cwd);
  const result = await lintInstructions({ workspace: new LocalWorkspace(cwd), trackedFiles });
  return { result, check, ...(sarif ? { sarifVersion: context.version } : {}) };
}

/** Every file that no ignore file leaves out, whatever its size and kind: globs are matched with these. */
async function keptFiles(cwd: string): Promise<string[]> {
  const { defaultConfig } = await import("../repository/mod.ts");
  const { scan } = await import("../scanner/mod.ts");
  const everything = { ...defaultConfig(), exclude: [], sensitiveFiles: [] };
  const { files, skipped } = scan(cwd, everything, { languageOf: () => "none" });
  return [...files, ...skipped.filter(({ reason }) => reason !== "ignored")].map(({ path }) => path);
}

async function render({ result, sarifVersion }: LintAnswer, format: Format): Promise<string> {
  const { renderText, sarifLog } = await import("../instructions/mod.ts");
  if (sarifVersion !== undefined) return JSON.stringify(await sarifLog(result, sarifVersion), undefined, 2);
  return format === "json"
    ? JSON.stringify(result)
    : await renderText(result, format === "md" ? "md" : "text");
}
