/** Rewriting a file of a repository without ever touching one outside of it. */

/** What became of a file, and for one that was left alone, why. */
export type FileChange = "created" | "updated" | "unchanged" | { readonly untouched: string };

/**
 * Rewrites a file below `root`. A link is followed only to a place below the root, and is itself never replaced.
 *
 * @param root absolute.
 * @param name root-relative, `/`-separated; its folder exists.
 * @param rewrite gets the bytes of the file, undefined when there is none, and returns the new bytes, or undefined
 * when the file cannot be rewritten.
 */
export function rewriteRootFile(
  root: string,
  name: string,
  rewrite: (before: Uint8Array | undefined) => Uint8Array | undefined,
): FileChange {
  const path = `${root}/${name}`;
  const place = inspect(root, path);
  if (typeof place === "object") return place;
  const before = place === "missing" ? undefined : Deno.readFileSync(path);
  const after = rewrite(before);
  if (after === undefined) return { untouched: "it is not UTF-8 text" };
  if (before !== undefined && sameBytes(before, after)) return "unchanged";
  Deno.writeFileSync(path, after);
  return before === undefined ? "created" : "updated";
}

function inspect(root: string, path: string): "missing" | "file" | { readonly untouched: string } {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "missing";
    throw error;
  }
  if (!info.isSymlink) return info.isFile ? "file" : { untouched: "it is not a file" };
  const target = realPath(path);
  const separator = Deno.build.os === "windows" ? "\\" : "/";
  const top = Deno.realPathSync(root);
  const isInside = target?.startsWith(top.endsWith(separator) ? top : top + separator) ?? false;
  if (!isInside) return { untouched: "it is a link that leads out of the repository" };
  return Deno.statSync(path).isFile ? "file" : { untouched: "it is not a file" };
}

/** Undefined for a link that leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
