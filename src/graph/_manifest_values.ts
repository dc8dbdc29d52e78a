/** Reads manifests nobody promised to be well formed: whatever does not fit is treated as absent. */
import { parse as parseJsoncText } from "jsonc-parser";

/** An object with unknown members. */
export type ManifestRecord = Record<string, unknown>;

/** Parses JSON with comments and trailing commas; a broken document gives what could be read of it. */
export function parseJsonc(text: string | undefined): ManifestRecord | undefined {
  if (text === undefined) return undefined;
  try {
    return asRecord(parseJsoncText(text, [], { allowTrailingComma: true, disallowComments: false }));
  } catch {
    // Thousands of nested brackets exhaust the parser's stack; such a file is no manifest.
    return undefined;
  }
}

/** The value when it is an object that is not a list. */
export function asRecord(value: unknown): ManifestRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as ManifestRecord
    : undefined;
}

/** The value when it is a string that is not empty. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The strings of a list, or the one string; anything else is left out. */
export function asStrings(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === "string" && each !== "");
}

/** The members of an object that are strings. */
export function stringMembers(value: unknown): [string, string][] {
  const members: [string, string][] = [];
  for (const [key, member] of Object.entries(asRecord(value) ?? {})) {
    if (typeof member === "string") members.push([key, member]);
  }
  return members;
}
