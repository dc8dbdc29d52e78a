import type { Chunk, SymbolRecord } from "../model/mod.ts";
import { splitIdentifier } from "../text/mod.ts";

/** Lines of the first chunk of a file. */
export const PREAMBLE_LINES = 20;

/** Lines of every further chunk. */
export const BLOCK_LINES = 60;

/**
 * Cuts a file into stored chunks: content chunks that tile its lines, then one chunk per symbol.
 *
 * Content chunks have LF line ends and drop one trailing newline of the file. Markdown is cut at its headings, other
 * files after {@link PREAMBLE_LINES} and then every {@link BLOCK_LINES} lines. An empty file has none. A symbol's chunk
 * is five lines for the full-text index: name, its words, kind, signature, doc.
 *
 * @param text without a byte order mark.
 */
export function chunkFile(language: string, text: string, symbols: readonly SymbolRecord[]): Chunk[] {
  const content = text.replaceAll("\r\n", "\n");
  const lines = (content.endsWith("\n") ? content.slice(0, -1) : content).split("\n");
  const chunks = content === "" ? [] : language === "markdown" ? markdownChunks(lines) : blockChunks(lines);
  return [...chunks, ...symbols.map(symbolChunk)];
}

function blockChunks(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < lines.length;) {
    const to = Math.min(lines.length, from === 0 ? PREAMBLE_LINES : from + BLOCK_LINES);
    chunks.push({
      kind: from === 0 ? "preamble" : "block",
      startLine: from + 1,
      endLine: to,
      content: lines.slice(from, to).join("\n"),
    });
    from = to;
  }
  return chunks;
}

function markdownChunks(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let heading: string | undefined;
  let fence: string | undefined;
  const close = (end: number): void => {
    if (end === start) return;
    const section = { startLine: start + 1, endLine: end, content: lines.slice(start, end).join("\n") };
    chunks.push(
      heading === undefined
        ? { kind: "preamble", ...section }
        : { kind: "markdownheading", heading, ...section },
    );
  };
  lines.forEach((line, index) => {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      return;
    }
    fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    const title = /^#{1,6} +(.*)$/.exec(line)?.[1];
    if (title === undefined) return;
    close(index);
    start = index;
    heading = title.replace(/(?:^|\s)#+\s*$/, "").trim();
  });
  close(lines.length);
  return chunks;
}

/** A fence is closed by at least as many of the same marks and nothing else. */
function closesFence(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === (fence[0] ?? "").repeat(marks.length) &&
    /^ {0,3}\S/.test(line);
}

function symbolChunk(symbol: SymbolRecord): Chunk {
  const { name, kind, signature, doc, startLine, endLine } = symbol;
  const words = splitIdentifier(name).join(" ");
  return {
    kind: "symbol",
    startLine,
    endLine,
    heading: name,
    content: [name, words, kind, signature, doc].join("\n"),
  };
}
