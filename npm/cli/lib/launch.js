"use strict";

/** Runs the program of this machine as if it had been called itself. */

const { spawn } = require("node:child_process");
const { join } = require("node:path");
const process = require("node:process");
const { pathToFileURL } = require("node:url");
const {
  canRunOn,
  missingPackageAdvice,
  otherNodeAdvice,
  packageFor,
  programIn,
  unsupportedAdvice,
} = require("./platform.js");

/**
 * What a terminal sends reaches the program by itself; what is sent to this process alone is handed on.
 *
 * @type {NodeJS.Signals[]}
 */
const FORWARDED = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"];
/** @type {NodeJS.Signals[]} */
const SENT_TO_BOTH = ["SIGINT", "SIGQUIT"];

/**
 * @param {string[]} args of the program.
 */
function launch(args) {
  const { platform, arch } = process;
  const platformPackage = packageFor(platform, arch);
  if (platformPackage === undefined) return runHere(undefined, unsupportedAdvice(platform, arch));
  const program = programIn(platformPackage, platform);
  if (program !== undefined) return run(program, args);
  const advice = missingPackageAdvice(platformPackage);
  runHere(advice, advice);
}

/**
 * Runs the copy of the program that this package brings along, in this process: slower to start, otherwise the same.
 *
 * @param {string | undefined} warning what to tell where it runs.
 * @param {string} refusal what to tell where it cannot, before what else would help.
 */
function runHere(warning, refusal) {
  const { node } = process.versions;
  if (!canRunOn(node)) return fail(`${refusal}\n${otherNodeAdvice(node)}`);
  if (warning !== undefined) process.stderr.write(`${warning}\nUntil then it runs on Node.js.\n`);
  import(pathToFileURL(join(__dirname, "../program/src/program/main.js")).href);
}

/**
 * @param {string} program path of an executable.
 * @param {string[]} args
 */
function run(program, args) {
  // Before the program starts: a signal that comes in between must not end this process and leave the program behind.
  for (const signal of FORWARDED) listen(signal, () => child.kill(signal));
  for (const signal of SENT_TO_BOTH) listen(signal, () => {});
  const child = spawn(program, args, { stdio: "inherit", windowsHide: true });
  child.on("error", (error) => {
    for (const signal of [...FORWARDED, ...SENT_TO_BOTH]) process.removeAllListeners(signal);
    const failure = startFailure(program, error);
    runHere(failure, failure);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    // Whoever waits for this process learns what ended the program.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Not every system knows every signal.
 *
 * @param {NodeJS.Signals} signal
 * @param {() => void} listener
 */
function listen(signal, listener) {
  try {
    process.on(signal, listener);
  } catch {
    // Then nobody can send it either.
  }
}

/**
 * @param {string} program
 * @param {NodeJS.ErrnoException} error
 * @returns {string}
 */
function startFailure(program, error) {
  const reason = error.code === "ENOENT" && process.platform === "linux"
    ? "This system's C library is not glibc (Alpine Linux, for one)."
    : error.code === "EACCES"
    ? "The file is not executable, or its file system forbids it."
    : error.message;
  return `repoctx: ${program} cannot be started. ${reason}`;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

/** The same for `node -e`, whose arguments stand where the name of a script would. */
function launchFromScript() {
  launch(process.argv.slice(1));
}

module.exports = { launch, launchFromScript };
