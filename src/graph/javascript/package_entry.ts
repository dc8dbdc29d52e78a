/** What a package gives to importers: its `exports`, its entry points and its private `imports`. */
import { asRecord, asString, type ManifestRecord } from "../_manifest_values.ts";
import { baseName, joinPath } from "../_paths.ts";
import type { FileTable } from "../file_table.ts";
import { findBuiltSource } from "./built_sources.ts";
import type { PackageManifest } from "./package_table.ts";
import { findFolderIndex, type ImporterStyle } from "./source_candidates.ts";

/** Entry members of package.json, those that name sources first. */
const ENTRY_MEMBERS = ["source", "module", "main", "types", "typings", "browser"];
const PLATFORM_CONDITIONS = new Set(
  "browser worker workerd edge-light react-native react-server deno bun electron netlify".split(" "),
);
/** Deeper nesting of conditions is not written by people. */
const MAX_CONDITION_DEPTH = 16;

/**
 * Finds the file a package exports under a sub-path.
 *
 * @param subpath empty for the package itself, otherwise `parts/hinge`.
 */
export function findPackageFile(
  table: FileTable,
  manifest: PackageManifest,
  subpath: string,
  style: ImporterStyle,
): string | undefined {
  const { folder, values } = manifest;
  if (values.exports !== undefined) {
    const targets = exportTargets(values.exports, subpath === "" ? "." : `./${subpath}`);
    if (targets === "blocked") return undefined;
    const found = findTarget(table, folder, targets, style);
    if (found !== undefined) return found;
  }
  if (subpath === "") return findMainFile(table, manifest, style);
  const direct = joinPath(folder, subpath);
  return direct === undefined ? undefined : findBuiltSource(table, folder, direct, style);
}

/**
 * The targets of a package's private import, such as `#internal/log`: paths that start with `./`, or the names of
 * other packages.
 */
export function privateImportTargets(manifest: PackageManifest, specifier: string): string[] {
  const targets = matchSubpath(asRecord(manifest.values.imports) ?? {}, specifier);
  return targets === "blocked" ? [] : targets;
}

/** Finds the first target of a list that is, or is built from, an indexed file. */
export function findTarget(
  table: FileTable,
  folder: string,
  targets: readonly string[],
  style: ImporterStyle,
): string | undefined {
  const paths: string[] = [];
  for (const target of targets) {
    const path = target.startsWith("./") ? joinPath(folder, target) : undefined;
    if (path !== undefined) paths.push(path);
  }
  // A hand-written script says more than the declaration file beside it.
  const indexed = paths.filter((path) => table.has(path));
  return indexed.find((path) => !/\.d\.[cm]?ts$/.test(path)) ?? indexed[0] ??
    firstDefined(paths, (path) => findBuiltSource(table, folder, path, style));
}

function findMainFile(table: FileTable, manifest: PackageManifest, style: ImporterStyle): string | undefined {
  const { folder, values } = manifest;
  const members = ENTRY_MEMBERS.map((member) => asString(values[member])).filter((path) =>
    path !== undefined
  );
  const targets = members.map((path) => "./" + path.replace(/^\.?\//, ""));
  const found = findTarget(table, folder, targets, style);
  if (found !== undefined || baseName(manifest.path) !== "package.json") return found;
  return findFolderIndex(table, joinPath(folder, "src") ?? folder, style) ??
    findFolderIndex(table, folder, style);
}

function exportTargets(exports: unknown, key: string): string[] | "blocked" {
  const members = asRecord(exports);
  const hasSubpaths = members !== undefined && Object.keys(members).some((each) => each.startsWith("."));
  if (hasSubpaths) return matchSubpath(members, key);
  return key === "." ? leafTargets(exports, "") : [];
}

/** Looks a key up exactly, then among the patterns with `*` (or a trailing `/`); the longest prefix wins. */
function matchSubpath(members: ManifestRecord, key: string): string[] | "blocked" {
  if (Object.hasOwn(members, key) && !key.includes("*")) return targetsOrBlocked(members[key], "");
  let best: { pattern: string; prefix: string; rest: string } | undefined;
  for (const pattern of Object.keys(members)) {
    const star = pattern.indexOf("*");
    const prefix = star >= 0 ? pattern.slice(0, star) : pattern;
    const suffix = star >= 0 ? pattern.slice(star + 1) : "";
    if (star < 0 && !pattern.endsWith("/")) continue;
    if (key.length <= prefix.length + suffix.length) continue;
    if (!key.startsWith(prefix) || !key.endsWith(suffix)) continue;
    if (best !== undefined && best.prefix.length >= prefix.length) continue;
    best = { pattern, prefix, rest: key.slice(prefix.length, key.length - suffix.length) };
  }
  return best === undefined ? [] : targetsOrBlocked(members[best.pattern], best.rest);
}

function targetsOrBlocked(value: unknown, rest: string): string[] | "blocked" {
  return value === null ? "blocked" : leafTargets(value, rest);
}

/**
 * All targets below a value of `exports`, in the order of trust: conditions that name sources, then the order of the
 * manifest, then what only some platforms get. Which conditions hold is the business of the importer's build; any of
 * them leads to the same module.
 */
function leafTargets(value: unknown, rest: string, depth = 0): string[] {
  if (depth > MAX_CONDITION_DEPTH) return [];
  if (typeof value === "string") {
    if (value.endsWith("/")) return [value + rest];
    return [value.replaceAll("*", () => rest)];
  }
  if (Array.isArray(value)) return value.flatMap((each) => leafTargets(each, rest, depth + 1));
  return Object.entries(asRecord(value) ?? {})
    .sort(([a], [b]) => trustRank(a) - trustRank(b))
    .flatMap(([, each]) => leafTargets(each, rest, depth + 1));
}

function trustRank(condition: string): number {
  if (/(?:^|[^a-z])(?:source|src|development)(?:$|[^a-z])/.test(condition)) return 0;
  return PLATFORM_CONDITIONS.has(condition) ? 2 : 1;
}

function firstDefined<Value, Result>(
  values: readonly Value[],
  find: (value: Value) => Result | undefined,
): Result | undefined {
  for (const value of values) {
    const result = find(value);
    if (result !== undefined) return result;
  }
  return undefined;
}
