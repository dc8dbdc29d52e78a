/** Arithmetic on index paths: always `/`, never absolute, the root folder is the empty string. */

/** The folder a path lies in; empty for a path at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The last segment without its last extension: `parse.test` of `a/parse.test.ts`. */
export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last extension with its dot, or an empty string. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : "";
}

/** Longer than any path a file system holds. */
const MAX_PATH_LENGTH = 4096;

/**
 * Joins a relative path to a folder and removes `.`, `..` and empty segments.
 *
 * @returns undefined when the result would lie outside of the root, or is too long for a path.
 */
export function joinPath(folder: string, relative: string): string | undefined {
  if (relative.length > MAX_PATH_LENGTH) return undefined;
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of relative.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(folder + "/");
}

/** The folder itself and all folders above it, nearest first, the root last. */
export function* foldersUpward(folder: string): Generator<string> {
  let current = folder;
  while (current !== "") {
    yield current;
    current = folderOf(current);
  }
  yield "";
}
