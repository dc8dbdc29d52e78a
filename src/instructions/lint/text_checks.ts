/** What is wrong with a text whatever it says: encoding, hidden characters, framing tags, length, stand-ins. */
import { escaper } from "../framing.ts";
import { visibleText } from "../visible_text.ts";
import type { FindingList, LintedFile } from "./finding_list.ts";

/** More lines than a model follows well. */
const LONG_FILE_LINES = 200;

/** Findings of one kind in one file beyond this many are summed up. */
const MAX_PER_FILE = 20;

/** A regional flag in UTF-16: the black flag and at most six tags. */
const MAX_FLAG_UNITS = 14;

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters without width or ink. Those that emoji and some scripts need are judged by their neighbours. */
const INVISIBLE =
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\u{e0000}-\u{e01ef}]/gu;
const JOINED_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{Script=Syriac}]/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;

/** Runs every check on the text of one file. */
export function checkText(file: LintedFile, list: FindingList): void {
  const { path, text } = file;
  if (file.lossy) list.add("encoding", "warning", path, "not valid UTF-8; damaged characters become U+FFFD");
  if (file.bom) list.add("byte-order-mark", "note", path, "starts with a byte order mark");
  const stand = /^[\w.-]+(?:\/[\w.-]+)*\.md$/.exec(text.trim());
  if (stand !== null && !file.link) {
    list.add(
      "link-as-text",
      "error",
      path,
      `the whole text is ${stand[0]}: a link that was checked out as text`,
    );
  }
  const lines = text.split("\n").length;
  if (file.kind !== "skill" && lines > LONG_FILE_LINES) {
    list.add(
      "long-file",
      "note",
      path,
      `${lines} lines; more than ${LONG_FILE_LINES} are followed less well`,
    );
  }
  checkCharacters(file, list);
  checkFramingTags(file, list);
}

function checkCharacters({ path, text }: LintedFile, list: FindingList): void {
  const report = (
    rule: string,
    what: string,
    pattern: RegExp,
    accept: (at: number, end: number) => boolean,
  ) => {
    const lineOf = lineCounter(text);
    const hits: { line: number; character: string }[] = [];
    for (const match of text.matchAll(pattern)) {
      if (accept(match.index, match.index + match[0].length)) continue;
      hits.push({ line: lineOf(match.index), character: match[0] });
    }
    for (const { line, character } of hits.slice(0, MAX_PER_FILE)) {
      list.add(rule, "warning", path, `${what} ${visibleText(character)}`, { line });
    }
    if (hits.length > MAX_PER_FILE) {
      list.add(rule, "warning", path, `${hits.length - MAX_PER_FILE} more in this file`);
    }
  };
  report("hidden-character", "control character", CONTROL, () => false);
  report("bidirectional-character", "character that reorders text for display:", REORDERING, () => false);
  report("hidden-character", "character without width:", INVISIBLE, (at, end) => belongs(text, at, end));
}

/** Whether an invisible character does its proper work where it stands. */
function belongs(text: string, at: number, end: number): boolean {
  const character = text.codePointAt(at) as number;
  const before = characterBefore(text, at);
  if (character === 0x200c || character === 0x200d) {
    const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
    return JOINED_SCRIPTS.test(before) || (character === 0x200d && EMOJI.test(before) && EMOJI.test(after));
  }
  // Regional flags are a black flag followed by tag characters.
  if (character >= 0xe0020 && character <= 0xe007f) {
    return Array.from(text.slice(Math.max(0, at - MAX_FLAG_UNITS), at)).includes("\u{1f3f4}");
  }
  if (character >= 0x180b && character <= 0x180f) return JOINED_SCRIPTS.test(before);
  return character === 0xfe0e && EMOJI.test(before);
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? at - 2 : Math.max(0, at - 1), at);
}

function checkFramingTags({ path, text }: LintedFile, list: FindingList): void {
  const escaped = escaper()(text);
  if (escaped === text) return;
  // Every replaced "<" makes the text three characters longer from there on.
  let shift = 0;
  let count = 0;
  const lineOf = lineCounter(text);
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (escaped[at + shift] === "<") continue;
    shift += 3;
    if (++count > MAX_PER_FILE) continue;
    const tag = text.slice(at, at + 40).split("\n", 1)[0] as string;
    list.add("framing-tag", "warning", path, `has the form of a tag of the host: ${visibleText(tag)}`, {
      line: lineOf(at),
    });
  }
}

/** Line numbers of rising positions, in one pass. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let newline = text.indexOf("\n");
  return (at) => {
    while (newline >= 0 && newline < at) {
      line++;
      newline = text.indexOf("\n", newline + 1);
    }
    return line;
  };
}
