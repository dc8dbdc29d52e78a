"use strict";

/** Which platform package fits a machine, and what to say where none does. */

/** @typedef {{ name: string, version: string, optionalDependencies?: Record<string, string> }} Manifest */

// The file of that name in the sources says no more than how to read these modules; the package's own is made.
const { name, version, optionalDependencies } = /** @type {Manifest} */ (
  /** @type {unknown} */ (require("../package.json"))
);

/** `process.platform` and `process.arch` of every build; the package of each is named after them. */
const BUILDS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];

/**
 * The package with the program for a machine; undefined where there is none.
 *
 * @param {string} platform as `process.platform`.
 * @param {string} arch as `process.arch`.
 * @returns {string | undefined}
 */
function packageFor(platform, arch) {
  const build = `${platform}-${arch}`;
  return BUILDS.includes(build) ? `${name}-${build}` : undefined;
}

/**
 * Path of the program; undefined when its package is not installed. The question is put to Node's own resolution, from
 * this file: it knows where each package manager puts an optional dependency.
 *
 * @param {string} platformPackage as `packageFor` returns it.
 * @param {string} platform as `process.platform`.
 * @param {(request: string) => string} [resolve]
 * @returns {string | undefined}
 */
function programIn(platformPackage, platform, resolve = require.resolve) {
  try {
    return resolve(`${platformPackage}/${platform === "win32" ? "repoctx.exe" : "repoctx"}`);
  } catch {
    return undefined;
  }
}

/**
 * Whether this package's own copy of the program can run in a version of Node. It needs SQLite with full-text search
 * (FTS5) and rows as lists, and no release of Node had the first without the second: 22.16 and 24.0 brought both, 23 never
 * had them.
 *
 * @param {string} nodeVersion as `process.versions.node`.
 * @returns {boolean}
 */
function canRunOn(nodeVersion) {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 16);
}

/**
 * What is wrong when a machine has a build that is not installed, and what helps.
 *
 * @param {string} platformPackage
 * @returns {string}
 */
function missingPackageAdvice(platformPackage) {
  const wanted = optionalDependencies?.[platformPackage] ?? version;
  return [
    `repoctx: the package ${platformPackage} is not installed; it holds the program for this system.`,
    "Usually optional dependencies were switched off (--omit=optional, --no-optional), or node_modules was copied or",
    "locked on another system. Install again on this one with optional dependencies, or add the package by hand:",
    `  npm install --save-optional ${platformPackage}@${wanted}`,
  ].join("\n");
}

/**
 * @param {string} platform
 * @param {string} arch
 * @returns {string}
 */
function unsupportedAdvice(platform, arch) {
  return `repoctx: there is no build for ${platform}-${arch}; there are builds for ${BUILDS.join(", ")}.`;
}

/**
 * @param {string} nodeVersion as `process.versions.node`.
 * @returns {string}
 */
function otherNodeAdvice(nodeVersion) {
  return `On Node.js 22.16 or later, except 23, it runs without one. This is ${nodeVersion}.`;
}

module.exports = {
  BUILDS,
  canRunOn,
  packageFor,
  programIn,
  missingPackageAdvice,
  otherNodeAdvice,
  unsupportedAdvice,
};
