/** What the runner offers to a step: outputs, the job summary, the search path, messages. */
import { appendFileSync } from "node:fs";
import { EOL } from "node:os";
import { randomUUID } from "node:crypto";
import process from "node:process";

/** The runner refuses larger summaries of a step. */
const LARGEST_SUMMARY = 1_000_000;

/**
 * An input of the action; undefined when it is empty.
 *
 * @param {string} name as action.yml hands it over.
 * @returns {string | undefined}
 */
export function input(name) {
  return process.env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`]?.trim() || undefined;
}

/**
 * @param {string} name
 * @returns {boolean}
 */
export function flag(name) {
  const value = input(name) ?? "false";
  if (value !== "true" && value !== "false") {
    throw new Error(`The input "${name}" must be true or false, not "${value}".`);
  }
  return value === "true";
}

/**
 * Hands a value to later steps.
 *
 * @param {string} name
 * @param {string} value may have several lines; it cannot end its own entry, whose end nobody can guess.
 */
export function setOutput(name, value) {
  const end = `end-${randomUUID()}`;
  appendFileSync(required("GITHUB_OUTPUT"), [`${name}<<${end}`, value, end, ""].join(EOL));
}

/** @param {string} folder */
export function addToPath(folder) {
  appendFileSync(required("GITHUB_PATH"), folder + EOL);
}

/** @param {string} markdown */
export function addToSummary(markdown) {
  const fits = Buffer.byteLength(markdown) <= LARGEST_SUMMARY;
  const text = fits ? markdown : "This part is too long for a summary. See the outputs of the step.\n";
  appendFileSync(required("GITHUB_STEP_SUMMARY"), text + EOL);
}

/**
 * Shows a message beside the run.
 *
 * @param {"notice" | "warning" | "error"} level
 * @param {string} message
 */
export function annotate(level, message) {
  const escaped = message.trim().replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${level} title=repoctx::${escaped}${EOL}`);
}

/**
 * @param {string} name
 * @returns {string}
 */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The variable ${name} is not set; this runs as a step of a workflow.`);
  return value;
}
