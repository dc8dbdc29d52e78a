/** The picture at the top of the README: a terminal with the output of a real run, as SVG. */

/** Where the picture lies. */
export const PICTURE = "docs/assets/context.svg";

const LINE_HEIGHT = 17;
const CHARACTER_WIDTH = 7.25;
const PADDING = 16;
/** Longer lines are cut: the picture would become unreadable. */
const MOST_CHARACTERS = 112;

/** Dark on every page: a terminal looks like a terminal. */
const STYLE = "text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d4d4d4 }" +
  " .command { fill: #ffffff; font-weight: bold } .head { fill: #7dd3fc } .reason { fill: #86efac }" +
  " .faint { fill: #8b8b8b } .code { fill: #e5e5e5 }";

/**
 * Draws a run.
 *
 * @param commandLine as it was typed.
 * @param output what it printed.
 */
export function drawRun(commandLine: string, output: string): string {
  const lines = [`$ ${commandLine}`, ...output.trimEnd().split("\n")].map(shorten);
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * CHARACTER_WIDTH) + 2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const texts = lines.map((line, i) => {
    const y = PADDING + (i + 1) * LINE_HEIGHT - 4;
    return `  <text class="${classOf(line, i)}" x="${PADDING}" y="${y}" xml:space="preserve">${
      escape(line)
    }</text>`;
  });
  return [
    // A formatter would move the blanks.
    "<!-- deno-fmt-ignore-file -->",
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `  <style>${STYLE}</style>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#1e1e1e"/>`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}

function classOf(line: string, position: number): string {
  if (position === 0) return "command";
  if (/^\d+\. /.test(line)) return "head";
  if (/^\s+reasons:/.test(line)) return "reason";
  if (line.startsWith("| ")) return "code";
  return "faint";
}

function shorten(line: string): string {
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 1)}…`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
