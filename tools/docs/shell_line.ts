/** As much of a shell as documented command lines use: words, quotes, variables in front, output into a file. */

/** A command line that was understood. */
export interface CommandLine {
  /** The words after the program. */
  readonly args: readonly string[];
  /** Variables set in front of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** What is piped or redirected into it. */
  readonly input?: string;
}

/** Ways to name the program, each followed by its arguments. */
const PROGRAMS: readonly (readonly string[])[] = [
  ["repoctx"],
  ["npx", "repoctx"],
  ["deno", "task", "start"],
  ["npx", "-y", "deno@2.9.6", "task", "start"],
];

/**
 * Reads a command line that runs repoctx.
 *
 * @throws {Error} when it runs something else, or uses more of a shell than this knows.
 */
export function readCommandLine(line: string): CommandLine {
  const words = splitWords(line);
  const pipe = words.findIndex(({ operator }) => operator === "|");
  if (pipe >= 0) {
    const [producer, ...rest] = words.slice(0, pipe).map(({ text }) => text);
    if (producer !== "echo" && producer !== "printf") throw new Error(`Unknown source of a pipe: ${line}`);
    return { ...readCommandLine(line.slice(words[pipe]!.end)), input: `${rest.join(" ")}\n` };
  }
  const env: Record<string, string> = {};
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const { text, operator } = words[i]!;
    const assignment = plain.length === 0 ? /^([A-Z_]+)=(.*)$/s.exec(text) : null;
    if (operator === ">" || operator === ">>") i++;
    else if (operator !== undefined) throw new Error(`${operator} is not understood: ${line}`);
    else if (assignment) env[assignment[1]!] = assignment[2]!;
    else plain.push(text);
  }
  for (const program of PROGRAMS) {
    if (program.every((word, i) => plain[i] === word)) return { args: plain.slice(program.length), env };
  }
  const main = plain.findIndex((word) => word.endsWith("main.ts"));
  if (plain[0] === "deno" && plain[1] === "run" && main > 0) return { args: plain.slice(main + 1), env };
  throw new Error(`This does not run repoctx: ${line}`);
}

interface Word {
  readonly text: string;
  /** Set when the word is an operator outside of quotes. */
  readonly operator?: string;
  /** Where it ends in the line. */
  readonly end: number;
}

const TOKEN = /\s*(>>|[|<>;&]|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\|<>;&])+)/gy;

function splitWords(line: string): Word[] {
  const words: Word[] = [];
  const text = line.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`This is not understood: ${text.slice(start)}`);
    const raw = match[1]!;
    words.push({
      text: unquote(raw),
      ...(/^(?:>>|[|<>;&])$/.test(raw) ? { operator: raw } : {}),
      end: TOKEN.lastIndex,
    });
  }
  return words;
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs,
    (_, double: string | undefined, single: string | undefined, escaped: string | undefined) =>
      double?.replaceAll(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
  );
}
