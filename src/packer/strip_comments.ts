/** A lossy transform that removes whole-line comments from delivered source. */

/**
 * Drops full-line `//` comments and full-line block comments, collapses runs of blank lines and trims blank ends.
 * Lines that mix code and comment stay, and so does code after a closing marker.
 */
export function stripComments(text: string): string {
  const kept: string[] = [];
  let insideBlock = false;
  for (const line of text.split("\n")) {
    let rest = line.trimStart();
    if (!insideBlock && rest.startsWith("//")) continue;
    if (!insideBlock && rest.startsWith("/*")) {
      insideBlock = true;
      rest = rest.slice(2);
    } else if (!insideBlock) {
      if (rest !== "" || (kept.length > 0 && kept[kept.length - 1] !== "")) {
        kept.push(rest === "" ? "" : line);
      }
      continue;
    }
    const close = rest.indexOf("*/");
    if (close < 0) continue;
    insideBlock = false;
    const code = rest.slice(close + 2).trim();
    if (code !== "") kept.push(line.slice(0, line.length - line.trimStart().length) + code);
  }
  while (kept.length > 0 && kept[kept.length - 1] === "") kept.pop();
  return kept.join("\n");
}
