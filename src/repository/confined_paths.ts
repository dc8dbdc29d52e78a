/** From a path a user typed to a path below the root, and back to bytes, without leaving the root. */
import { isAbsolute, join, relative, resolve } from "./path.ts";
import { UsageError } from "../model/mod.ts";

/** The message for a path that lies elsewhere. */
export const OUTSIDE_ROOT = "Path is outside the repository.";

function tryRealPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Turns a path argument into a root-relative one with `/` separators.
 *
 * @param root absolute root of the repository.
 * @param directory what a relative argument starts from.
 * @throws {UsageError} when it is blank, is the root, or lies outside of it, on another drive included.
 */
export function toRootRelative(root: string, directory: string, argument: string): string {
  if (argument.trim() === "") throw new UsageError("The path is empty. Name a file.");
  const absolute = resolve(directory, argument);
  let path = relative(root, absolute);
  if (leaves(path)) {
    // A working directory reached through a link has other leading folders than the root.
    const realRoot = tryRealPath(root);
    const realDirectory = tryRealPath(directory);
    if (realRoot !== undefined && realDirectory !== undefined) {
      path = relative(realRoot, resolve(realDirectory, argument));
    }
  }
  if (path === "") {
    throw new UsageError(`${JSON.stringify(argument)} is the whole repository. Name a file in it.`);
  }
  if (leaves(path)) throw new UsageError(OUTSIDE_ROOT);
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

function leaves(path: string): boolean {
  return isAbsolute(path) || path === ".." || path.startsWith("../") || path.startsWith("..\\");
}

/**
 * Reads a file of the repository, or nothing when it is missing, is not a regular file, or resolves to a place
 * outside of the root.
 *
 * @param path root-relative, `/`-separated.
 */
export function readConfined(root: string, path: string): Uint8Array | undefined {
  const absolute = join(root, path);
  const real = tryRealPath(absolute);
  const realRoot = tryRealPath(root);
  if (real === undefined || realRoot === undefined || leaves(relative(realRoot, real))) return undefined;
  try {
    if (!Deno.statSync(real).isFile) return undefined;
    return Deno.readFileSync(real);
  } catch {
    return undefined;
  }
}
