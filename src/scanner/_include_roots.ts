/** The `include` entries of a config as places to start from. */
import { compareStrings } from "../model/mod.ts";

/** Include entries, sorted out. */
export interface IncludeRoots {
  /** Root-relative paths, sorted, none inside another; a single empty path is the whole repository. */
  readonly paths: readonly string[];
  /** Entries inside others, which add nothing. */
  readonly nested: readonly string[];
  /** Entries that would leave the repository. */
  readonly outside: readonly string[];
}

/** Normalises `include`; an empty list stands for the whole repository. */
export function includeRoots(include: readonly string[]): IncludeRoots {
  if (include.length === 0) return { paths: [""], nested: [], outside: [] };
  const paths = new Set<string>();
  const outside: string[] = [];
  for (const entry of include) {
    const segments = slashed(entry).split("/");
    const isAbsolute = segments[0] === "" && segments.length > 1 || /^[A-Za-z]:$/.test(segments[0]!);
    if (isAbsolute || segments.includes("..")) outside.push(entry);
    else paths.add(segments.filter((segment) => segment !== "" && segment !== ".").join("/"));
  }
  const sorted = [...paths].sort(compareStrings);
  const nested = sorted.filter((path) => sorted.some((other) => other !== path && isWithin(path, other)));
  return { paths: sorted.filter((path) => !nested.includes(path)), nested, outside };
}

/** Whether a path is an include root or lies below one. */
export function isIncluded(path: string, roots: IncludeRoots): boolean {
  return roots.paths.some((root) => isWithin(path, root));
}

function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function slashed(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}
