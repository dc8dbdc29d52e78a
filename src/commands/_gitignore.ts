/** The entry of `.gitignore` that keeps the state folder out of version control. */

const ENTRY = ".repoctx/";
const COMMENT = "# Local index and memory of repoctx";
const EQUIVALENT = [".repoctx/", ".repoctx", "/.repoctx", "/.repoctx/"];

/**
 * Adds the entry where it is missing. All bytes that are there stay; new lines end as the others do.
 *
 * @param before the bytes of the file, undefined when there is none.
 */
export function withStateIgnored(before: Uint8Array | undefined): Uint8Array {
  const text = new TextDecoder().decode(before);
  if (before && text.split("\n").some((line) => EQUIVALENT.includes(line.trim()))) return before;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.trim() === "" ? [ENTRY] : ["", COMMENT, ENTRY];
  const open = text === "" || text.endsWith("\n") ? "" : newline;
  const addition = new TextEncoder().encode(open + lines.join(newline) + newline);
  return new Uint8Array([...before ?? [], ...addition]);
}
