/**
 * What people paste into a question: stack traces, compiler errors, log lines, messages in quotes. Their paths, lines
 * and messages are the best evidence there is, and most of their other words are noise that would drown the question.
 */

/** A place named in a task: `src/http.ts:12`, or a frame of a stack trace. */
export interface NamedPlace {
  /** With `/`, as far as it was named: from a foreign machine's root, from a folder, or the name alone. */
  path: string;
  /** 1-based. */
  line?: number;
  /** The name was concluded from that of a type, as in a frame without a file: `Logger.cs`. */
  isConcluded?: true;
}

/** A task, with what was pasted set apart from what was written. */
export interface PastedText {
  /** The first line that is prose or a message, without what is noise in it. */
  subject: string;
  /** Lines below it that say what went wrong. */
  said: string;
  /** Other lines below it. */
  rest: string;
  /** Named files, the likeliest first: the innermost frame of a trace before its callers. */
  places: NamedPlace[];
  /** Functions of the frames, innermost first. */
  calls: string[];
  /** Texts of errors, and longer texts in quotes: some line of the program may say the same. */
  messages: string[];
  /** Names in quotes or backticks, qualified (`Class.method`: the last part), or called (`name()`). */
  names: string[];
  /** Qualifiers, and names below the first line: an explanation names much that is not meant. */
  mentioned: string[];
}

const MOST_PLACES = 20;
const MOST_CALLS = 8;
const MOST_MESSAGES = 6;
const MOST_NAMES = 24;
/** Longer lines are data: a bundle, a dump. */
const LONGEST_LINE = 2000;
/** A paste beyond this is cut: what matters stands at its ends, and a question is not a log store. */
const LONGEST_TEXT = 100_000;

/** A file with folders or alone, perhaps with a line: `a/b.ts:3`, `b.ts(3,7)`, `b.java:[3,7]`, `b.cs:line 3`. */
const PLACE =
  /(?:[\w@$.+~-]+[\\/])*[\w@$.+-]*\w\.[A-Za-z]{1,6}\b(?:(?::(?:line |Zeile |\[)?|\(|", line )(\d{1,7}))?/g;
/** "e.g" and "2.0.1" look like file names too; a file name has letters in its stem and a known shape. */
const FILE_NAME = /[A-Za-z]{2,}[\w@$.+-]*\.[A-Za-z]+$|(?:^|\/)[\w-]+\.[A-Za-z]{2,4}$/;

/** JavaScript, .NET, the JVM and Rust say "at"; .NET does so in the language of the system. */
const FRAME_AT =
  /^\s*(?:at|bei)\s+(?:(?:async|new)\s+)*(?:[^\s(]+\s*(?:\[as \w+\]\s*)?\(.*|\S+:\d+(?::\d+)?\s*$)/;
const FRAME_OTHER =
  /^\s*(?:File "[^"]+", line \d+|#\d+\s+\S|\d{1,3}:\s+(?:0x[\da-f]+ - )?[\w<]\S*::|from \S+:\d+:in )|\.go:\d+ \+0x[\da-f]+\s*$/;
/** Function line of a Go trace: the place follows on the next line. */
const FRAME_GO =
  /^(?:created by )?[\w./~-]+\.(?:\(\*?[\w[\].]+\)\.)?[\w.]+\(.*\)(?: in goroutine \d+)?\s*$|^goroutine \d+ \[/;
/** Sources of language runtimes: the fault is seldom there, and never in the repository. */
const RUNTIME_PATH =
  /(?:^|\/)(?:rustc\/[\da-f]{7,}|usr\/local\/go\/src|usr\/lib\/go[\w.-]*\/src|lib\/python\d[\d.]*\/(?!site-packages|dist-packages)\w+\.py)/;
const CONCLUDED_TYPE =
  /^\s*(?:at|bei)\s+(?:[\w`]+\.)*?([A-Z]\w*)(?:`\d+)?(?:\.<[^.]*>[^.]*|\+[^.]*)?\.\.?[\w`<>|]+(?:\[[^\]]*\])?\([^)]*\)\s*$/;
const RUNTIME_TYPE = /^\s*(?:at|bei)\s+(?:System|Microsoft|java|javax|jdk|sun)\.|^\s*at java\.base\//;

/** Times, addresses, identifiers of processes and requests. */
const LOG_NOISE =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b|\b0x[\da-f]+\b|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
/** What follows the name of an error or the level of a log line. */
const MESSAGE =
  /(?:^|[\s[(|*])[\w.$:/]*(?:error|exception|panic|fatal|failure|warn(?:ing)?|assert\w*|fehler)[\w.$]*(?:\[\w+\])?(?:\s+[A-Z]+\d+|\])?(?:\s+[\w.-]+)?(?::\s*|\s*\]\s*(?:[\w.-]+:\s+)?)(\S.{11,})$/i;
const RUST_PANIC = /panicked at '(.{8,}?)'(?:,|$)/;
const QUOTED =
  /"([^"\n]{1,300})"|`([^`\n]{1,300})`|“([^”\n]{1,300})”|„([^“”\n]{1,300})[“”]|«([^»\n]{1,300})»|「([^」\n]{1,300})」|(?<![\w'])'([^'\n]{1,300})'(?!\w)/g;
const NAME = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(.*\)?)?$/;
const QUALIFIED = /(?<![\w$./\\@-])[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)+(?![\w/\\])/g;
const CALLED = /(?<![\w$])([A-Za-z_$][\w$]{2,})\(/g;

/** Takes a question apart. Linear in its length. */
export function takeApart(text: string): PastedText {
  const found: PastedText = {
    subject: "",
    said: "",
    rest: "",
    places: [],
    calls: [],
    messages: [],
    names: [],
    mentioned: [],
  };
  const lines = text.slice(0, LONGEST_TEXT).trimStart().split(/\r\n|\n|\r/);
  const said: string[] = [];
  const written: string[] = [];
  // Python names the innermost frame last.
  let isReversed = false;
  const trace: { places: NamedPlace[]; calls: string[] } = { places: [], calls: [] };
  const closeTrace = (): void => {
    if (isReversed) {
      trace.places.reverse();
      trace.calls.reverse();
    }
    found.places.push(...trace.places.splice(0));
    found.calls.push(...trace.calls.splice(0));
    isReversed = false;
  };
  let excerpt: "source" | "gutter" | undefined;
  let isFirst = true;
  for (const raw of lines) {
    const line = raw.slice(0, LONGEST_LINE);
    if (/^\s*Traceback \(most recent call last\):?\s*$/.test(line)) {
      closeTrace();
      isReversed = true;
      continue;
    }
    if (isFrame(line)) {
      readFrame(line, trace);
      excerpt = line.includes('File "') ? "source" : undefined;
      continue;
    }
    // Below a frame of Python stands the line of source it is about; below a place of rustc an excerpt with a margin.
    if (excerpt === "source" && /^\s{4}/.test(line)) continue;
    if (excerpt === "gutter" && /^\s*\d*\s*(?:\||=|\.\.\.)/.test(line)) continue;
    excerpt = /^\s*(?:-->|:::)\s/.test(line) ? "gutter" : undefined;
    if (line.trim() !== "") closeTrace();
    const clean = line.replace(LOG_NOISE, " ");
    const message = messageIn(clean);
    if (message !== undefined) addMessage(message, found);
    readProse(clean, found, isFirst ? found.names : found.mentioned);
    // A place says where, its folders say nothing more.
    const words = clean.replace(/\S*[\\/]\S*/g, (part) => isFarPath(part) ? " " : part);
    if (isFirst) found.subject = words;
    else (message === undefined ? written : said).push(words);
    if (line.trim() !== "") isFirst = false;
  }
  closeTrace();
  found.said = said.join("\n");
  found.rest = written.join("\n");
  found.places.splice(MOST_PLACES);
  found.calls.splice(MOST_CALLS);
  found.messages.splice(MOST_MESSAGES);
  found.names.splice(MOST_NAMES);
  found.mentioned.splice(MOST_NAMES);
  return found;
}

function isFrame(line: string): boolean {
  return FRAME_AT.test(line) || FRAME_OTHER.test(line) || FRAME_GO.test(line);
}

/** A path from the root of some machine: its first folders name that machine. */
function isFarPath(text: string): boolean {
  return /^\W*(?:[A-Za-z]:[\\/]|\/|file:\/\/)[\w.@-]+[\\/]/.test(text);
}

function readFrame(line: string, { places, calls }: { places: NamedPlace[]; calls: string[] }): void {
  if (RUNTIME_TYPE.test(line) || line.includes("node:internal")) return;
  // `Shop.Cart.Add(…)` has the shape of a file name as well; a frame names its file with folders or with a line.
  const named = placesIn(line.replace(/\bfile:\/\//g, " "));
  const place = named.find((place) => place.line !== undefined) ??
    named.find(({ path }) => path.includes("/"));
  if (place !== undefined) {
    if (RUNTIME_PATH.test(place.path)) return;
    places.push(place);
  } else {
    const type = CONCLUDED_TYPE.exec(line)?.[1];
    if (type !== undefined) places.push({ path: `${type}.cs`, isConcluded: true });
  }
  const head = line.replace(/^\s*(?:at|bei|from|created by|\d+:|#\d+)\s+/, "").replace(
    /^(?:(?:async|new)\s+)*/,
    "",
  );
  const name = /, in (\w+)\s*$/.exec(line)?.[1] ??
    /^[^\s(]*?([A-Za-z_$][\w$]*)(?:::h[\da-f]{16})?\s*(?:\(|$)/.exec(head)?.[1];
  if (name !== undefined && !/^(?:js|ts|go|rs|cs|java|py)$/.test(name)) calls.push(name);
}

/** A message may be marked in two ways: `panicked at '…'`. */
function addMessage(message: string, { messages }: PastedText): void {
  if (!messages.includes(message)) messages.push(message);
}

/** What went wrong, where a line says so. */
function messageIn(line: string): string | undefined {
  return RUST_PANIC.exec(line)?.[1] ?? MESSAGE.exec(line)?.[1];
}

function readProse(line: string, found: PastedText, names: string[]): void {
  for (const place of placesIn(line)) {
    if (!RUNTIME_PATH.test(place.path)) found.places.push(place);
  }
  for (const match of line.matchAll(QUOTED)) {
    const quoted = match.slice(1).find((group) => group !== undefined)!.trim();
    if (NAME.test(quoted)) addName(quoted, names, found.mentioned);
    else if (quoted.split(/\s+/, 3).length === 3 || /[^ -~]{6}/.test(quoted)) addMessage(quoted, found);
  }
  for (const [qualified] of line.matchAll(QUALIFIED)) {
    if (!/(?:Error|Exception)$/.test(qualified)) addName(qualified, names, found.mentioned);
  }
  for (const [, called] of line.matchAll(CALLED)) names.push(called!);
}

/** The last part of a qualified name is what is meant; the one before says where, and often is no declared name. */
function addName(qualified: string, names: string[], mentioned: string[]): void {
  const parts = qualified.replace(/\(.*$/, "").split(/\.|::|#|->/).filter((part) => part.length > 2);
  const name = parts.pop();
  const qualifier = parts.pop();
  if (name !== undefined) names.push(name);
  if (qualifier !== undefined) mentioned.push(qualifier);
}

function placesIn(text: string): NamedPlace[] {
  const places: NamedPlace[] = [];
  for (const match of text.matchAll(PLACE)) {
    const [whole, line] = match;
    const path = whole.replace(/(?::(?:line |Zeile |\[)?|\(|", line )\d+$/, "").replaceAll("\\", "/")
      .replace(/^(?:\.{1,2}\/)+/, "");
    if (!FILE_NAME.test(path) || Number(line) === 0) continue;
    const packageName = jvmPackage(text, match.index, path);
    places.push({ path: packageName + path, ...(line === undefined ? {} : { line: Number(line) }) });
    if (places.length >= MOST_PLACES) break;
  }
  return places;
}

/** A frame of the JVM names the package before the file: `at com.shop.Cart.add(Cart.java:12)`. */
function jvmPackage(text: string, index: number, file: string): string {
  if (text[index - 1] !== "(" || file.includes("/")) return "";
  const qualified = /([\w.$]+)\.[\w$<>]+\($/.exec(text.slice(Math.max(0, index - 300), index))?.[1];
  if (qualified === undefined) return "";
  const folders = qualified.split(".").slice(0, -1);
  return folders.length > 0 ? folders.join("/") + "/" : "";
}
