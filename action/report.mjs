/**
 * Step 3: brings the index up to date, then checks and reports what the inputs ask for. Every part is run before a failing
 * gate ends the step, so that the summary is whole.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";
import process from "node:process";
import { addToSummary, annotate, flag, input, required, setOutput } from "./runner.mjs";

/** What a gate exits with when it found something. */
const DRIFT = 4;

/**
 * Runs the program in the working directory.
 *
 * @param {...string} args
 * @returns {{ code: number, stdout: string, stderr: string }}
 */
function repoctx(...args) {
  const { status, stdout, stderr, error } = spawnSync(required("REPOCTX"), args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, REPOCTX_NO_STATS: "1", NO_COLOR: "1" },
  });
  if (error) throw error;
  return { code: status ?? 1, stdout, stderr };
}

/**
 * @param {...string} args
 * @returns {string} what it printed.
 */
function mustRun(...args) {
  const { code, stdout, stderr } = repoctx(...args);
  if (code !== 0) throw new Error(`repoctx ${args[0]} failed (${code}): ${stderr.trim()}`);
  if (stderr.trim() !== "") annotate("warning", stderr);
  return stdout;
}

/** @param {string} folder */
function isConfigured(folder) {
  for (let current = resolve(folder);; current = dirname(current)) {
    if (existsSync(join(current, "repoctx.config.json"))) return true;
    if (current === parse(current).root) return false;
  }
}

/**
 * A gate: its findings go into the summary, and it fails the step in the end.
 *
 * @param {string} title
 * @param {string[]} args of the program.
 * @returns {boolean} whether it passed.
 */
function gate(title, args) {
  const { code, stdout, stderr } = repoctx(...args);
  if (code !== 0 && code !== DRIFT) throw new Error(`repoctx ${args[0]} failed (${code}): ${stderr.trim()}`);
  addToSummary(`### ${title}: ${code === 0 ? "passed" : "failed"}\n\n${fenced(stdout)}`);
  if (code !== 0) annotate("error", `${title} failed.\n${stdout}`);
  return code === 0;
}

/**
 * A block of text that nothing in it can end.
 *
 * @param {string} text
 */
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}\n`;
}

/** Title of the pull request that the run is about. It is data: it reaches no shell. */
function pullRequestTitle() {
  const path = process.env["GITHUB_EVENT_PATH"];
  if (!path || !existsSync(path)) return undefined;
  const title = JSON.parse(readFileSync(path, "utf8")).pull_request?.title;
  return typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
}

/** The branch that a pull request goes into, as a checkout has it. */
function comparisonBase() {
  const base = input("base");
  if (base !== "auto") return base;
  const branch = process.env["GITHUB_BASE_REF"];
  return branch ? `origin/${branch}` : undefined;
}

function main() {
  process.chdir(input("working-directory") ?? ".");
  if (!isConfigured(".")) {
    mustRun("init", "--no-agents");
    annotate(
      "notice",
      "There is no repoctx.config.json here; this run uses the defaults. Commit one: repoctx init.",
    );
  }
  const indexed = mustRun("index");
  addToSummary(`## repoctx\n\n${fenced(indexed)}`);
  const failed = [];
  if (flag("integrate-check") && !gate("Agent wiring (integrate --check)", ["integrate", "--check"])) {
    failed.push("integrate --check");
  }
  if (flag("lint") && !gate("Agent instructions (lint)", ["lint", "--check"])) failed.push("lint");
  const base = comparisonBase();
  if (base !== undefined) {
    const args = ["changed", `--base=${base}`, "--companions"];
    setOutput("changed", mustRun(...args, "--format", "json").trimEnd());
    addToSummary(mustRun(...args, "--format", "md"));
  }
  const task = flag("context") ? input("task") ?? pullRequestTitle() : undefined;
  if (task !== undefined) {
    const budget = input("response-budget-tokens") ?? "2000";
    const args = ["context", "--detail", "auto", `--response-budget-tokens=${budget}`];
    setOutput("context", mustRun(...args, "--format", "json", "--", task).trimEnd());
    addToSummary(mustRun(...args, "--format", "md", "--", task));
  }
  if (failed.length > 0) {
    annotate("error", `Failed: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
}

try {
  main();
} catch (error) {
  annotate("error", error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
