/** The one place that names the YAML parser. */
import { load } from "npm:js-yaml@5.5.0";

/** Parses a YAML document; undefined when it is broken. */
export function parseYaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}
