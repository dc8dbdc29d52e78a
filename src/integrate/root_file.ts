/** Rewriting a file of a repository without ever touching one outside of it. */
import type { NewContent, Untouchable } from "./managed_block.ts";

/** What became of a file, or would become of it; for one that was left alone, why. */
export type FileChange = "created" | "updated" | "deleted" | "unchanged" | Untouchable;

/** Whether a change is made or only foretold. */
export type Effect = "write" | "preview";

/** Where a name leads. */
type Place =
  | { readonly kind: "missing" | "file" | "link" }
  | ({ readonly kind: "elsewhere" } & Untouchable);

/**
 * Rewrites a file below `root`. Links are followed only to a place below the root, and are themselves never replaced.
 * Folders are made as needed, and those that a deleted file leaves empty go with it. What the system refuses is
 * reported like anything else that keeps a file from being touched.
 *
 * @param root absolute.
 * @param name root-relative, `/`-separated.
 * @param rewrite gets the bytes of the file, undefined when there is none.
 */
export function rewriteRootFile(
  root: string,
  name: string,
  rewrite: (before: Uint8Array | undefined) => NewContent,
  effect: Effect = "write",
): FileChange {
  try {
    return tryRewrite(root, name, rewrite, effect);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return { untouched: `the system refuses it (${error.code})` };
  }
}

function tryRewrite(
  root: string,
  name: string,
  rewrite: (before: Uint8Array | undefined) => NewContent,
  effect: Effect,
): FileChange {
  const place = inspect(root, name);
  if (place.kind === "elsewhere") return { untouched: place.untouched };
  const path = `${root}/${name}`;
  const before = place.kind === "missing" ? undefined : Deno.readFileSync(path);
  const after = rewrite(before);
  if (after !== undefined && "untouched" in after) return after;
  if (after === undefined && before === undefined) return "unchanged";
  if (after !== undefined && before !== undefined && sameBytes(before, after)) return "unchanged";
  if (effect === "write") {
    // A link stays; what it leads to may become empty, but somebody else counts on it.
    if (after !== undefined || place.kind === "link") write(path, after ?? new Uint8Array());
    else remove(root, name);
  }
  return after === undefined ? "deleted" : before === undefined ? "created" : "updated";
}

function write(path: string, bytes: Uint8Array): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeFileSync(path, bytes);
}

function remove(root: string, name: string): void {
  Deno.removeSync(`${root}/${name}`);
  const folders = name.split("/").slice(0, -1);
  for (; folders.length > 0; folders.pop()) {
    const folder = `${root}/${folders.join("/")}`;
    if (!Deno.lstatSync(folder).isDirectory || [...Deno.readDirSync(folder)].length > 0) return;
    Deno.removeSync(folder);
  }
}

/** Follows a name from the root down, without leaving it. */
function inspect(root: string, name: string): Place {
  const segments = name.split("/");
  let path = root;
  for (const [index, segment] of segments.entries()) {
    path += `/${segment}`;
    const isLast = index === segments.length - 1;
    const what = isLast ? "it" : segments.slice(0, index + 1).join("/");
    let info: Deno.FileInfo;
    try {
      info = Deno.lstatSync(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return { kind: "missing" };
      throw error;
    }
    const isLink = info.isSymlink;
    if (isLink) {
      if (!leadsInside(root, path)) {
        return {
          kind: "elsewhere",
          untouched: `${what} is a link that leads out of the repository or nowhere`,
        };
      }
      info = Deno.statSync(path);
    }
    if (isLast ? !info.isFile : !info.isDirectory) {
      return { kind: "elsewhere", untouched: `${what} is not a ${isLast ? "file" : "folder"}` };
    }
    if (isLast && isLink) return { kind: "link" };
  }
  return { kind: "file" };
}

function leadsInside(root: string, path: string): boolean {
  let target: string;
  try {
    target = Deno.realPathSync(path);
  } catch {
    return false;
  }
  const separator = Deno.build.os === "windows" ? "\\" : "/";
  const top = Deno.realPathSync(root);
  return target.startsWith(top.endsWith(separator) ? top : top + separator);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
