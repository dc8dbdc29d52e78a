/** The one place that names the TOML parser. */
import { parse } from "npm:smol-toml@1.9.1";
import { asRecord, type ManifestRecord } from "./_manifest_values.ts";

/** Parses a TOML document; undefined when it is broken. */
export function parseToml(text: string): ManifestRecord | undefined {
  try {
    return asRecord(parse(text));
  } catch {
    return undefined;
  }
}
