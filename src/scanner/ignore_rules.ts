/** The lines of one ignore file, or the entries of one config list, as git reads them. */
import {
  behindFolders,
  compileGlob,
  type Glob,
  isOneSegment,
  literalOf,
  matchesGlob,
  prefixOf,
  suffixOf,
} from "./glob.ts";
import { type CaseRule, fromByteText } from "./_byte_text.ts";

/** One effective line. */
export interface IgnoreRule {
  /** `!`: takes back what an earlier rule ignored. */
  readonly negated: boolean;
  /** Ends with `/`: matches folders only. */
  readonly directoryOnly: boolean;
  /** Where the rule stands, for people: `.gitignore:3` or `exclude: dist`. */
  readonly origin: string;
}

/** Where a list of rules applies and how it is named. */
export interface RuleSetOptions {
  /** The folder the patterns are relative to, in the form that `decide` takes. */
  readonly base: string;
  readonly caseRule: CaseRule;
  /** Names the origin of the pattern on a 1-based line. */
  readonly originOf: (line: number, pattern: string) => string;
}

interface Entry {
  readonly rule: IgnoreRule;
  /** Position in the list: the highest matching one decides. */
  readonly position: number;
  /** Which folders the entry applies in; everywhere below the base when absent. */
  readonly appliesIn?: (folder: string) => boolean;
}

/** An entry whose pattern has to be tried. */
interface TestedEntry extends Entry {
  /** The first and last byte that a name must have, negative for any: rules most names out without a call. */
  readonly firstByte: number;
  readonly lastByte: number;
  /** What the pattern is tried on: the name, or the path from the base. */
  readonly subject: "name" | "path";
  readonly matches: (text: string) => boolean;
}

/** No particular byte; the code of a wildcard says the same. */
const ANY_BYTE = -1;

/**
 * Rules that share a scope. Patterns that end in a literal name and `*.ext` are looked up, so that only the remaining
 * ones cost time per path.
 */
export class RuleSet {
  readonly #names = new Map<string, Entry[]>();
  readonly #extensions = new Map<string, Entry[]>();
  readonly #tested: TestedEntry[] = [];
  readonly #base: string;

  /** @param lines byte strings, one pattern each, in the order of the file. */
  constructor(lines: readonly string[], options: RuleSetOptions) {
    this.#base = options.base;
    lines.forEach((line, index) => this.#add(line, index, options));
  }

  /** Whether no line can ever match. */
  get isEmpty(): boolean {
    return this.#names.size + this.#extensions.size + this.#tested.length === 0;
  }

  /**
   * The rule that decides about an entry below the base, or undefined when none matches. Both texts are byte strings,
   * lower-cased when the rules ignore case.
   *
   * @param folder root-relative path of its folder with a trailing `/`; empty for the root.
   */
  decide(folder: string, name: string, isDirectory: boolean): IgnoreRule | undefined {
    let best = latest(this.#names.get(name), folder, isDirectory, undefined);
    if (this.#extensions.size > 0) {
      const dot = name.lastIndexOf(".");
      if (dot >= 0) best = latest(this.#extensions.get(name.slice(dot)), folder, isDirectory, best);
    }
    const firstByte = name.charCodeAt(0);
    const lastByte = name.charCodeAt(name.length - 1);
    let path: string | undefined;
    for (let index = this.#tested.length - 1; index >= 0; index--) {
      const entry = this.#tested[index]!;
      if (best !== undefined && entry.position < best.position) break;
      if (entry.firstByte >= 0 && entry.firstByte !== firstByte) continue;
      if (entry.lastByte >= 0 && entry.lastByte !== lastByte) continue;
      if (entry.rule.directoryOnly && !isDirectory) continue;
      const text = entry.subject === "name" ? name : path ??= (folder + name).slice(this.#base.length);
      if (entry.matches(text)) return entry.rule;
    }
    return best?.rule;
  }

  #add(line: string, position: number, options: RuleSetOptions): void {
    let pattern = trimTrailingSpaces(line);
    if (pattern === "" || pattern.startsWith("#")) return;
    const origin = options.originOf(position + 1, fromByteText(pattern));
    const negated = pattern.startsWith("!");
    if (negated) pattern = pattern.slice(1);
    const directoryOnly = pattern.endsWith("/");
    if (directoryOnly) pattern = pattern.slice(0, -1);
    const isPath = pattern.includes("/");
    if (pattern.startsWith("/")) pattern = pattern.slice(1);
    const glob = pattern === "" ? undefined : compileGlob(pattern, options.caseRule);
    if (glob === undefined) return;
    const entry = { rule: { negated, directoryOnly, origin }, position };
    if (isPath) this.#addPath(glob, entry);
    else this.#addName(glob, entry);
  }

  #addPath(glob: Glob, entry: Entry): void {
    const base = this.#base;
    const literal = literalOf(glob);
    const inAnyFolder = behindFolders(glob);
    const ending = inAnyFolder === undefined ? undefined : literalOf(inAnyFolder);
    if (inAnyFolder !== undefined && isOneSegment(inAnyFolder)) {
      this.#addName(inAnyFolder, entry);
    } else if (literal !== undefined) {
      const [folders, name] = splitPath(base + literal);
      append(this.#names, name, { ...entry, appliesIn: (folder) => folder === folders });
    } else if (ending !== undefined) {
      const [folders, name] = splitPath(ending);
      append(this.#names, name, { ...entry, appliesIn: (folder) => endsPath(folder, base.length, folders) });
    } else {
      const lastByte = glob.codes.at(-1)!;
      const matches = (path: string) => matchesGlob(glob, path);
      this.#tested.push({ ...entry, firstByte: ANY_BYTE, lastByte, subject: "path", matches });
    }
  }

  #addName(glob: Glob, entry: Entry): void {
    const literal = literalOf(glob);
    const suffix = suffixOf(glob);
    const prefix = prefixOf(glob);
    if (literal !== undefined) append(this.#names, literal, entry);
    else if (suffix !== undefined && suffix.lastIndexOf(".") === 0) append(this.#extensions, suffix, entry);
    else {
      const matches = suffix !== undefined
        ? (name: string) => name.endsWith(suffix)
        : prefix !== undefined
        ? (name: string) => name.startsWith(prefix)
        : (name: string) => matchesGlob(glob, name);
      const [firstByte, lastByte] = [glob.codes[0]!, glob.codes.at(-1)!];
      this.#tested.push({ ...entry, firstByte, lastByte, subject: "name", matches });
    }
  }
}

/** Whether the part of a path behind `start` is `ending` or lies in some folder as `ending`. */
function endsPath(path: string, start: number, ending: string): boolean {
  const at = path.length - ending.length;
  return at >= start && path.endsWith(ending) && (at === start || path[at - 1] === "/");
}

/** A path as its folders, with a trailing `/` if there are any, and its name. */
function splitPath(path: string): [folders: string, name: string] {
  const end = path.lastIndexOf("/") + 1;
  return [path.slice(0, end), path.slice(end)];
}

/** The later of `best` and the last entry that applies. */
function latest(
  entries: readonly Entry[] | undefined,
  folder: string,
  isDirectory: boolean,
  best: Entry | undefined,
): Entry | undefined {
  if (entries === undefined) return best;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!;
    if (best !== undefined && entry.position < best.position) return best;
    if (entry.rule.directoryOnly && !isDirectory) continue;
    if (entry.appliesIn === undefined || entry.appliesIn(folder)) return entry;
  }
  return best;
}

function append(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}

/** Drops spaces at the end unless a backslash keeps them. Tabs stay, as in git. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes++;
  // An odd number escapes the first of the spaces, which then belongs to the pattern.
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/**
 * Splits the text of an ignore file, a byte string, into patterns: a byte order mark is skipped, one CR before the
 * line end is dropped, and a NUL ends its line, as in git.
 */
export function ignoreLines(text: string): string[] {
  const start = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  return text.slice(start).split("\n").map((line) => {
    const nul = line.indexOf("\0");
    if (nul >= 0) return line.slice(0, nul);
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  });
}
