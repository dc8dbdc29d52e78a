/** Reports on entries that the system will not give out. */
import type { SkippedPath } from "../model/mod.ts";

/** Turns an error of a file call into a report; the system's own message may hold absolute paths and is dropped. */
export function unreadable(path: string, error: unknown): SkippedPath {
  return { path, reason: "unreadable", detail: detailOf(path, error) };
}

function detailOf(path: string, error: unknown): string {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    // Bytes that are no Unicode are listed as U+FFFD, which then names nothing.
    return path.includes("\ufffd") ? "name is not valid Unicode" : "vanished during the scan";
  }
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return "permission denied";
  }
  return "cannot be read";
}
