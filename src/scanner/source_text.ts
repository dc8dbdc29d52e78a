/** Reading one selected file. */
import type { Config, ScannedFile, SkippedPath, SourceText } from "../model/mod.ts";
import { contentProblem } from "./_content.ts";
import { unreadable } from "./_unreadable.ts";
import { decodeBytes } from "./decode.ts";
import { isSkipped, tooLarge } from "./selection.ts";

/**
 * Reads the bytes of a file under the same rules as {@link loadSource}.
 *
 * @param root absolute path of the repository.
 * @returns the bytes, or why there are none (tell them apart with `isSkipped`).
 */
export function loadBytes(
  root: string,
  file: Pick<ScannedFile, "path">,
  config: Pick<Config, "indexing">,
): Uint8Array<ArrayBuffer> | SkippedPath {
  const { path } = file;
  try {
    const bytes = readInside(root, path, config);
    if (isSkipped(bytes)) return bytes;
    const reason = contentProblem(bytes);
    if (reason === undefined) return bytes;
    return reason === "sensitive" ? { path: "", reason } : { path, reason, detail: "content" };
  } catch (error) {
    return unreadable(path, error);
  }
}

/**
 * Reads, checks, decodes and hashes a file. It never throws for a bad file and never reads through a link out of the
 * root or from anything but a regular file.
 *
 * @param root absolute path of the repository.
 * @returns the text, or why there is none (tell them apart with `isSkipped`).
 */
export async function loadSource(
  root: string,
  file: Pick<ScannedFile, "path">,
  config: Pick<Config, "indexing">,
): Promise<SourceText | SkippedPath> {
  const bytes = loadBytes(root, file, config);
  if (isSkipped(bytes)) return bytes;
  try {
    const [digest, { text, encoding }] = await Promise.all([
      crypto.subtle.digest("SHA-256", bytes),
      decodeBytes(bytes),
    ]);
    const hash = new Uint8Array(digest).toHex();
    return { hash, text, lineCount: countLines(text), size: bytes.length, encoding };
  } catch (error) {
    return unreadable(file.path, error);
  }
}

/** The text of bytes that come from elsewhere, such as git; undefined when they are binary or a private key. */
export async function decodeText(bytes: Uint8Array): Promise<string | undefined> {
  return contentProblem(bytes) === undefined ? (await decodeBytes(bytes)).text : undefined;
}

/** The bytes of a file, checked again because a scan may be minutes old. */
function readInside(
  root: string,
  path: string,
  config: Pick<Config, "indexing">,
): Uint8Array<ArrayBuffer> | SkippedPath {
  const absolute = `${root}/${path}`;
  const information = Deno.lstatSync(absolute);
  if (!information.isFile) return { path, reason: information.isSymlink ? "link" : "special" };
  const large = tooLarge(path, information.size, config);
  if (large !== undefined) return large;
  const folder = Deno.realPathSync(root);
  const separator = Deno.build.os === "windows" ? "\\" : "/";
  const inside = folder.endsWith(separator) ? folder : folder + separator;
  if (!Deno.realPathSync(absolute).startsWith(inside)) return { path, reason: "link" };
  const bytes = Deno.readFileSync(absolute);
  return tooLarge(path, bytes.length, config) ?? bytes;
}

/** Newlines, plus one for a last line without one. */
function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
