/**
 * One glob of git's dialect, compiled once and matched without recursion. Backtracking keeps only the latest `*` of
 * the current path segment and the latest `**`, so a match takes at most about pattern length × text length steps,
 * however hostile the pattern is.
 */
import { type CaseRule, foldAscii } from "./_byte_text.ts";

/** Codes in `Glob.codes` below zero; literal bytes are ≥ 0, class number n is `FIRST_CLASS - n`. */
const ANY_BYTE = -1;
/** `*`: any run of bytes other than `/`. */
const STAR = -2;
/** A leading or inner `**` and its slash: any number of whole leading folders, none included. */
const FOLDERS = -3;
/** A trailing `/**`: everything that is left. */
const REST = -4;
const FIRST_CLASS = -5;

const SLASH = 0x2f;

/** A compiled pattern. */
export interface Glob {
  /** One entry per literal byte, wildcard or class, in pattern order. */
  readonly codes: readonly number[];
  /** Which bytes belong to each character class, indexed by byte. */
  readonly classes: readonly Uint8Array[];
}

/**
 * Compiles a pattern.
 *
 * @param pattern a byte string without the marks of an ignore line (`!`, leading or trailing `/`).
 * @param caseRule with `ignore-case`, ASCII letters match in either case and the text must be lower-case.
 * @returns undefined when the pattern can never match: an open class, an unknown POSIX class, a trailing backslash.
 */
export function compileGlob(pattern: string, caseRule: CaseRule): Glob | undefined {
  const folds = caseRule === "ignore-case";
  const codes: number[] = [];
  const classes: Uint8Array[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at]!;
    if (character === "*") {
      const end = skipStars(pattern, at);
      const opensSegment = at === 0 || pattern[at - 1] === "/";
      const isDouble = end - at > 1 && opensSegment;
      if (isDouble && end === pattern.length) codes.push(REST);
      else if (isDouble && pattern[end] === "/") codes.push(FOLDERS);
      // git takes an escaped slash after `**` for the end of the segment, but then wants one folder at least.
      else if (isDouble && pattern.startsWith("\\/", end)) codes.push(STAR, SLASH, FOLDERS);
      else codes.push(STAR);
      at = end;
      if (codes.at(-1) === FOLDERS) at += pattern[at] === "/" ? 1 : 2;
    } else if (character === "?") {
      codes.push(ANY_BYTE);
      at++;
    } else if (character === "[") {
      const parsed = parseClass(pattern, at, folds);
      if (parsed === undefined) return undefined;
      codes.push(FIRST_CLASS - classes.length);
      classes.push(parsed.members);
      at = parsed.end;
    } else {
      if (character === "\\") at++;
      if (at >= pattern.length) return undefined;
      const literal = pattern[at]!;
      codes.push((folds ? foldAscii(literal) : literal).charCodeAt(0));
      at++;
    }
  }
  return { codes, classes };
}

/** Whether the whole text, a byte string with `/` between segments, matches. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const { codes, classes } = glob;
  let code = 0;
  let at = 0;
  /** Where to go on after the latest star (-1: none), and how far it has reached. */
  let starCode = -1;
  let starEnd = 0;
  /** The same for the latest `**` with its slash. */
  let foldersCode = -1;
  let foldersEnd = 0;
  while (at < text.length) {
    const wanted = code < codes.length ? codes[code]! : undefined;
    if (wanted === STAR) {
      starCode = ++code;
      starEnd = at;
      continue;
    }
    if (wanted === FOLDERS) {
      foldersCode = ++code;
      foldersEnd = at;
      starCode = -1;
      continue;
    }
    if (wanted === REST) return true;
    if (wanted !== undefined && matchesByte(wanted, classes, text.charCodeAt(at))) {
      code++;
      at++;
    } else if (starCode >= 0 && text.charCodeAt(starEnd) !== SLASH) {
      at = ++starEnd;
      code = starCode;
    } else {
      const slash = foldersCode < 0 ? -1 : text.indexOf("/", foldersEnd);
      if (slash < 0) return false;
      at = foldersEnd = slash + 1;
      code = foldersCode;
      starCode = -1;
    }
  }
  while (codes[code] === STAR) code++;
  return code === codes.length;
}

/** The text a pattern without wildcards stands for, or undefined when it has any. */
export function literalOf(
  glob: Glob,
  start: number = 0,
  end: number = glob.codes.length,
): string | undefined {
  const codes = glob.codes.slice(start, end);
  return codes.every((code) => code >= 0) ? String.fromCharCode(...codes) : undefined;
}

/** The pattern behind a leading `**` and slash, or undefined for every other shape. */
export function behindFolders(glob: Glob): Glob | undefined {
  return glob.codes[0] === FOLDERS ? { codes: glob.codes.slice(1), classes: glob.classes } : undefined;
}

/** Whether every text that matches is one path segment. */
export function isOneSegment(glob: Glob): boolean {
  return !glob.codes.some((code) => code === SLASH || code === FOLDERS || code === REST);
}

/** What follows the star of `*text`, or undefined for every other shape. */
export function suffixOf(glob: Glob): string | undefined {
  return glob.codes[0] === STAR ? literalOf(glob, 1) : undefined;
}

/** What stands before the star of `text*`, or undefined for every other shape. */
export function prefixOf(glob: Glob): string | undefined {
  return glob.codes.at(-1) === STAR ? literalOf(glob, 0, glob.codes.length - 1) : undefined;
}

function matchesByte(wanted: number, classes: readonly Uint8Array[], byte: number): boolean {
  if (wanted >= 0) return wanted === byte;
  // A slash separates segments, whatever a class says.
  if (byte === SLASH) return false;
  return wanted === ANY_BYTE || classes[FIRST_CLASS - wanted]![byte] === 1;
}

function skipStars(pattern: string, start: number): number {
  let end = start;
  while (pattern[end] === "*") end++;
  return end;
}

/** Ranges of ASCII bytes per POSIX class, as in the C locale. */
const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ["alnum", "09AZaz"],
  ["alpha", "AZaz"],
  ["blank", "\t\t  "],
  ["cntrl", "\0\x1f\x7f\x7f"],
  ["digit", "09"],
  ["graph", "!~"],
  ["lower", "az"],
  ["print", " ~"],
  ["punct", "!/:@[`{~"],
  ["space", "\t\r  "],
  ["upper", "AZ"],
  ["xdigit", "09AFaf"],
]);

/** Reads the class that opens at `start`; undefined when it is never closed or names an unknown POSIX class. */
function parseClass(
  pattern: string,
  start: number,
  folds: boolean,
): { members: Uint8Array; end: number } | undefined {
  const members = new Uint8Array(256);
  let at = start + 1;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  /** The byte a following `-` would count from; undefined at the start and after a range or POSIX class. */
  let previous: string | undefined;
  // A `]` in first place is a member, not the end.
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false) {
    let character = pattern[at];
    if (character === undefined) return undefined;
    const next = pattern[at + 1];
    if (character === "-" && previous !== undefined && next !== undefined && next !== "]") {
      at += next === "\\" ? 2 : 1;
      const last = pattern[at];
      if (last === undefined) return undefined;
      addRange(members, previous, last);
      previous = undefined;
      at++;
      continue;
    }
    const posixEnd = character === "[" && next === ":" ? pattern.indexOf("]", at + 2) : -1;
    if (character === "[" && next === ":" && posixEnd < 0) return undefined;
    if (posixEnd > at + 2 && pattern[posixEnd - 1] === ":") {
      const ranges = POSIX_CLASSES.get(pattern.slice(at + 2, posixEnd - 1));
      if (ranges === undefined) return undefined;
      for (let i = 0; i < ranges.length; i += 2) addRange(members, ranges[i]!, ranges[i + 1]!);
      previous = undefined;
      at = posixEnd + 1;
      continue;
    }
    if (character === "\\") character = pattern[++at];
    if (character === undefined) return undefined;
    addRange(members, character, character);
    previous = character;
    at++;
  }
  if (folds) foldMembers(members);
  if (negated) { for (let byte = 0; byte < 256; byte++) members[byte] = 1 - members[byte]!; }
  return { members, end: at + 1 };
}

function addRange(members: Uint8Array, first: string, last: string): void {
  const end = last.charCodeAt(0);
  for (let byte = first.charCodeAt(0); byte <= end; byte++) members[byte] = 1;
}

/** Text is lower-case when case is ignored, so a member in upper case has to let the lower-case byte in. */
function foldMembers(members: Uint8Array): void {
  for (let upper = 0x41; upper <= 0x5a; upper++) {
    if (members[upper] === 1) members[upper + 0x20] = 1;
  }
}
