"use strict";

/**
 * For the `prepare` script of a repository: makes the index, or brings it up to date. Whatever happens, the installation
 * goes on.
 */

const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { dirname, join, parse } = require("node:path");
const process = require("node:process");

const LAUNCHER = join(__dirname, "bin/repoctx.js");

/** @param {string} folder */
function isConfigured(folder) {
  for (let current = folder;; current = dirname(current)) {
    if (existsSync(join(current, "repoctx.config.json"))) return true;
    if (current === parse(current).root) return false;
  }
}

/** @param {string[]} args */
function repoctx(...args) {
  const { status } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status === 0) return true;
  process.stderr.write(`repoctx ${args.join(" ")} did not succeed; the installation is not affected.\n`);
  return false;
}

const { CI, REPOCTX_NO_PREPARE } = process.env;
if (!CI && !REPOCTX_NO_PREPARE) {
  // npm runs the script in the folder of the package.
  if (isConfigured(process.cwd()) || repoctx("init", "--no-agents")) repoctx("index");
}
