/**
 * Absolute, `/`-separated paths as plain strings, for both kinds of platform, without asking the one we run on.
 * A Windows path is `C:/a/b` or `//server/share/a`.
 */

/** Whose rules for separators, roots and letter case apply. */
export type Platform = "posix" | "windows";

/** A path cut into its root (`/`, `C:/`, `//server/share/`) and its components, `.` and `..` resolved. */
export interface PathParts {
  root: string;
  parts: string[];
}

const WINDOWS_DRIVE = /^[A-Za-z]:(?=\/|$)/;
const WINDOWS_SHARE = /^\/\/([^/]+)\/([^/]+)(?=\/|$)/;

/** Windows spellings of one path made equal: `\` becomes `/`, the `\\?\` prefixes go. */
function plainSeparators(path: string, platform: Platform): string {
  if (platform === "posix") return path;
  const slashed = path.replaceAll("\\", "/");
  if (/^\/\/\?\/UNC\//i.test(slashed)) return "//" + slashed.slice("//?/UNC/".length);
  return slashed.startsWith("//?/") ? slashed.slice("//?/".length) : slashed;
}

/** True for a path that needs no base. `C:a` and `\a` need one on Windows and count as relative. */
export function isAbsolutePath(path: string, platform: Platform): boolean {
  const plain = plainSeparators(path, platform);
  return platform === "posix"
    ? plain.startsWith("/")
    : WINDOWS_DRIVE.test(plain) || WINDOWS_SHARE.test(plain);
}

/** Cuts an absolute path into root and components, purely lexically; `..` at the root stays there. */
export function splitPath(path: string, platform: Platform): PathParts {
  const plain = plainSeparators(path, platform);
  let root = "/";
  let rest = plain;
  if (platform === "windows") {
    const match = WINDOWS_DRIVE.exec(plain) ?? WINDOWS_SHARE.exec(plain);
    if (match !== null) {
      root = match[0] + "/";
      rest = plain.slice(match[0].length);
    }
  }
  const parts: string[] = [];
  for (const part of rest.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return { root, parts };
}

/** The lexically normal form of an absolute path: no `.`, no `..`, no trailing separator. */
export function normalizePath(path: string, platform: Platform): string {
  return joinParts(splitPath(path, platform));
}

/** Puts root and components together again. */
export function joinParts({ root, parts }: PathParts): string {
  return parts.length === 0 ? root : root + parts.join("/");
}

/** `path` as it is when absolute, else below `base`; normalised lexically. */
export function resolvePath(base: string, path: string, platform: Platform): string {
  return normalizePath(isAbsolutePath(path, platform) ? path : `${base}/${path}`, platform);
}

/** The directory that holds `path`; a root holds itself. */
export function parentPath(path: string, platform: Platform): string {
  const { root, parts } = splitPath(path, platform);
  return joinParts({ root, parts: parts.slice(0, -1) });
}

/** The last component; empty for a root. */
export function baseName(path: string, platform: Platform): string {
  return splitPath(path, platform).parts.at(-1) ?? "";
}

/** Components are compared without regard to case on Windows only. */
function sameName(a: string, b: string, platform: Platform): boolean {
  return a === b || (platform === "windows" && a.toLowerCase() === b.toLowerCase());
}

/** Whether both paths name one place, lexically. */
export function samePath(a: string, b: string, platform: Platform): boolean {
  return contains(a, b, platform) && contains(b, a, platform);
}

/** Whether `path` is `directory` or lies below it, component by component; never across a drive or share. */
export function contains(directory: string, path: string, platform: Platform): boolean {
  const outer = splitPath(directory, platform);
  const inner = splitPath(path, platform);
  return sameName(outer.root, inner.root, platform) && outer.parts.length <= inner.parts.length &&
    outer.parts.every((part, index) => sameName(part, inner.parts[index] as string, platform));
}

/**
 * `path` seen from `directory`: `.`, `a/b`, `../c`. Undefined when they share no root.
 *
 * @example `relativePath("/a/b", "/a/c", "posix")` is `../c`.
 */
export function relativePath(directory: string, path: string, platform: Platform): string | undefined {
  const from = splitPath(directory, platform);
  const to = splitPath(path, platform);
  if (!sameName(from.root, to.root, platform)) return undefined;
  let shared = 0;
  while (
    shared < from.parts.length && shared < to.parts.length &&
    sameName(from.parts[shared] as string, to.parts[shared] as string, platform)
  ) shared++;
  const steps = [...from.parts.slice(shared).map(() => ".."), ...to.parts.slice(shared)];
  return steps.length === 0 ? "." : steps.join("/");
}

/** A name below a directory label: `AGENTS.md` in `.`, `packages/AGENTS.md` in `packages`. */
export function labelIn(directory: string, name: string): string {
  return directory === "." ? name : `${directory}/${name}`;
}

/** Every directory from the working directory down to `directory` (a label below it): `.`, `a`, `a/b`. */
export function* chainOf(directory: string): Generator<string> {
  yield ".";
  if (directory === ".") return;
  for (let end = directory.indexOf("/"); end >= 0; end = directory.indexOf("/", end + 1)) {
    yield directory.slice(0, end);
  }
  yield directory;
}
