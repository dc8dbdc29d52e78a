/**
 * Path patterns as coding agents use them (`src/**`, `*.{ts,tsx}`, `[a-c]?.md`), matched in time that grows with
 * pattern times path, whatever the pattern.
 */

/** More alternatives than this are not a pattern somebody wrote by hand. */
const MAX_ALTERNATIVES = 256;

/** How a pattern is read. */
export interface GlobOptions {
  ignoreCase?: boolean;
  /** Where a pattern without `/` matches: only at the root, or the last component at any depth. */
  bare?: "root" | "anywhere";
}

/** A compiled pattern; a path is relative and `/`-separated. */
export type Glob = (path: string) => boolean;

type Matcher = { any: true } | { one: true } | { set: (character: string) => boolean };
type Segment = "**" | Matcher[];

/** Compiles a pattern, or returns undefined when it does not parse. */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob | undefined {
  const alternatives = expandBraces(pattern.trim());
  if (alternatives === undefined) return undefined;
  const compiled: Segment[][] = [];
  for (const alternative of alternatives) {
    const segments = compileSegments(alternative, options);
    if (segments === undefined) return undefined;
    compiled.push(segments);
  }
  return (path) => {
    const parts = (options.ignoreCase ? path.toLowerCase() : path).split("/");
    return compiled.some((segments) => matchPath(segments, parts));
  };
}

function compileSegments(pattern: string, options: GlobOptions): Segment[] | undefined {
  const clean = (options.ignoreCase ? pattern.toLowerCase() : pattern).replace(/^(\.?\/)+/, "");
  if (clean === "") return undefined;
  const names = clean.endsWith("/") ? [...clean.slice(0, -1).split("/"), "**", "*"] : clean.split("/");
  if (names.length === 1 && options.bare === "anywhere") names.unshift("**");
  const segments: Segment[] = [];
  for (const name of names) {
    if (name === "**") {
      if (segments.at(-1) !== "**") segments.push("**");
      continue;
    }
    const segment = compileName(name);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}

function compileName(name: string): Matcher[] | undefined {
  const matchers: Matcher[] = [];
  const characters = Array.from(name);
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] as string;
    if (character === "*") {
      if (!isAny(matchers.at(-1))) matchers.push({ any: true });
    } else if (character === "?") matchers.push({ one: true });
    else if (character === "[") {
      const end = characters.indexOf("]", index + (/[!^]/.test(characters[index + 1] ?? "") ? 3 : 2));
      if (end < 0) return undefined;
      matchers.push({ set: characterSet(characters.slice(index + 1, end)) });
      index = end;
    } else {
      const literal = character === "\\" ? characters[++index] : character;
      if (literal === undefined) return undefined;
      matchers.push({ set: (other) => other === literal });
    }
  }
  return matchers;
}

function isAny(matcher: Matcher | undefined): boolean {
  return matcher !== undefined && "any" in matcher;
}

function characterSet(body: readonly string[]): (character: string) => boolean {
  const negated = body[0] === "!" || body[0] === "^";
  const members = negated ? body.slice(1) : body;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index++) {
    const from = members[index] as string;
    const to = members[index + 1] === "-" ? members[index + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) index += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== negated;
}

/**
 * Wildcard matching with one point of return: when a later `any` was reached, an earlier one never needs to give up
 * more, so the work is at most pattern times text.
 */
function matchWild<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  any: (item: P) => boolean,
  one: (item: P, unit: T) => boolean,
): boolean {
  let at = 0;
  let position = 0;
  let returnAt = -1;
  let returnPosition = 0;
  while (position < text.length) {
    const item = pattern[at];
    if (item !== undefined && any(item)) {
      returnAt = ++at;
      returnPosition = position;
    } else if (item !== undefined && one(item, text[position] as T)) {
      at++;
      position++;
    } else if (returnAt >= 0) {
      at = returnAt;
      position = ++returnPosition;
    } else return false;
  }
  while (at < pattern.length && any(pattern[at] as P)) at++;
  return at === pattern.length;
}

function matchName(matchers: readonly Matcher[], name: string): boolean {
  return matchWild(
    matchers,
    Array.from(name),
    isAny,
    (matcher, character) => "set" in matcher ? matcher.set(character) : "one" in matcher,
  );
}

function matchPath(segments: readonly Segment[], parts: readonly string[]): boolean {
  return matchWild(
    segments,
    parts,
    (segment) => segment === "**",
    (segment, part) => segment !== "**" && matchName(segment, part),
  );
}

/** `a{b,c}d` as `abd` and `acd`; nested braces too. Undefined when unbalanced or too many. */
function expandBraces(pattern: string): string[] | undefined {
  let done: string[] = [];
  let open = [pattern];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const group = innermostGroup(text);
      if (group === "unbalanced") return undefined;
      if (group === undefined) done.push(text);
      else for (const choice of group.choices) next.push(group.before + choice + group.after);
    }
    if (done.length + next.length > MAX_ALTERNATIVES) return undefined;
    open = next;
  }
  done = [...new Set(done)];
  return done;
}

function innermostGroup(
  text: string,
): { before: string; choices: string[]; after: string } | "unbalanced" | undefined {
  const close = text.indexOf("}");
  const open = text.lastIndexOf("{", close < 0 ? text.length : close);
  if (close < 0 && open < 0) return undefined;
  if (close < 0 || open < 0) return "unbalanced";
  return {
    before: text.slice(0, open),
    choices: text.slice(open + 1, close).split(","),
    after: text.slice(close + 1),
  };
}
