/** Reading the little files that steer a scan, whatever a repository puts in their place. */

/** Why a file gave no bytes. */
export type SmallFileProblem = "missing" | "not a regular file" | "too large" | "unreadable";

/**
 * The bytes of a regular file, or why there are none. Links are not followed and nothing but a regular file is
 * opened, because opening a pipe would wait for ever.
 *
 * @param limit largest accepted size in bytes.
 */
export function readSmallFile(path: string, limit: number): Uint8Array | SmallFileProblem {
  try {
    const information = Deno.lstatSync(path);
    if (!information.isFile) return "not a regular file";
    if (information.size > limit) return "too large";
    return Deno.readFileSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
      ? "missing"
      : "unreadable";
  }
}
