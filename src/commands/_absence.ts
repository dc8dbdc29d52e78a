/** Why something is not in the index, and what to do about it. */
import { compareStrings, type SkippedPath } from "../model/mod.ts";
import type { OpenIndex } from "./_open_index.ts";
import { listWords } from "./values.ts";

const RUN_INDEX = "run 'repoctx index'";
const FOLDER = "It is a folder. Name a file in it.";
/** Files that are proposed at most. */
const MOST_PROPOSED = 3;
/** Longer names are not compared letter by letter. */
const LONGEST_NAME = 80;
/** Paths named in a query that are looked up at most, and told of at most. */
const MOST_NAMED = 8;
const MOST_HINTS = 3;

/**
 * What to tell a user who named a file that is not in the index, in full sentences; empty when nothing is known.
 *
 * @param path root-relative.
 */
export async function whyAbsent(index: OpenIndex, path: string): Promise<string> {
  const why = await whyNotIndexed(index, path);
  if (why !== undefined && why !== FOLDER) return why;
  const paths = index.reader.allFiles().map((file) => file.path);
  if (why === FOLDER) return `${FOLDER}${filesOf(paths, path)}`;
  return namesakes(paths, path) ?? await similar(paths, path);
}

/** Why an existing path is not indexed. Of a sensitive path it is not told whether it exists. */
async function whyNotIndexed({ root, config }: OpenIndex, path: string): Promise<string | undefined> {
  const { explainPath, sensitivePathTest } = await import("../scanner/mod.ts");
  if (sensitivePathTest(config)(path)) {
    return "Not indexed because the path matches a sensitive pattern. " +
      'A "!" pattern in "sensitiveFiles" of repoctx.config.json opens a path up.';
  }
  const info = lookAt(`${root}/${path}`);
  if (info === undefined) return undefined;
  const { selectionOptions } = await import("../indexer/mod.ts");
  const skipped = explainPath(root, config, path, await selectionOptions(config));
  if (skipped !== undefined) return sentencesFor(skipped);
  if (info.isDirectory) return FOLDER;
  return `Not indexed because it is newer than the index. To index it, ${RUN_INDEX}.`;
}

/**
 * What to tell besides the results of a search: files that the query names and that are left out, and, when nothing
 * was found, that something is left out at all.
 */
export async function searchHints(index: OpenIndex, query: string, count: number): Promise<string[]> {
  const { reader } = index;
  const hints = new Set<string>();
  for (const path of namedPaths(query)) {
    if (reader.filesNamed([path]).length > 0) continue;
    const [skipped] = reader.skippedNamed([path]);
    const why = skipped === undefined ? await whyNotIndexed(index, path) : sentencesFor(skipped);
    if (why?.startsWith("Not indexed")) hints.add(`${skipped?.path ?? path}: ${why}`);
  }
  if (hints.size > 0) return [...hints].slice(0, MOST_HINTS);
  const leftOut = Object.entries(reader.meta.skipped).filter(([reason]) => reason !== "sensitive")
    .map(([reason, paths]) => `${paths} ${reason}`);
  if (count > 0 || leftOut.length === 0) return [];
  return [`Not everything is indexed (left out: ${leftOut.join(", ")}). 'repoctx index --verbose' lists it.`];
}

/** Parts of a query that look like paths or names of files. */
function namedPaths(query: string): string[] {
  return query.split(/[\s"'`,;()<>]+/)
    .map((word) =>
      word.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, "").replace(/(?::\d+)+$|[.:!?]+$/g, "")
    )
    .filter((word) => /^\.[^/.]|[^/.][./]+[^/.]/.test(word) && !word.split("/").includes(".."))
    .slice(0, MOST_NAMED);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

/** `a, b, c and 4 more` */
function listed(paths: readonly string[]): string {
  const more = paths.length > MOST_PROPOSED ? ` and ${paths.length - MOST_PROPOSED} more` : "";
  return `${paths.slice(0, MOST_PROPOSED).join(", ")}${more}`;
}

/** The indexed files of a folder, or of those below it. */
function filesOf(paths: readonly string[], folder: string): string {
  const below = paths.filter((path) => path.startsWith(`${folder}/`));
  const own = below.filter((path) => !path.slice(folder.length + 1).includes("/"));
  const shown = own.length > 0 ? own : below;
  return shown.length === 0 ? "" : ` Indexed there: ${listed(shown)}.`;
}

function namesakes(paths: readonly string[], path: string): string | undefined {
  const same = paths.filter((other) => nameOf(other) === nameOf(path));
  return same.length === 0 ? undefined : `Indexed under that name: ${listed(same)}.`;
}

/** Files whose name is a slip of the finger away; the nearest whole path first. */
async function similar(paths: readonly string[], path: string): Promise<string> {
  const name = nameOf(path);
  if (name.length > LONGEST_NAME) return "";
  const { distance } = await import("fastest-levenshtein");
  // Two letters that trade places are two edits; of a name of two letters nothing would be left.
  const most = Math.min(2, Math.max(0, name.replace(/\.[^.]*$/, "").length - 2));
  const near = paths.filter((other) =>
    Math.abs(nameOf(other).length - name.length) <= most && distance(nameOf(other), name) <= most
  ).map((other) => ({ other, edits: distance(other, path) }))
    .sort((a, b) => a.edits - b.edits || compareStrings(a.other, b.other))
    .slice(0, MOST_PROPOSED).map(({ other }) => other);
  return near.length === 0 ? "" : `Did you mean ${listWords(near)}?`;
}

function lookAt(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The cause and the way out, as two sentences. */
function sentencesFor(skipped: SkippedPath): string {
  const [cause, remedy] = causeAndRemedy(skipped);
  return `Not indexed because ${cause}.${remedy === undefined ? "" : ` ${remedy}`}`;
}

function causeAndRemedy({ reason, detail }: SkippedPath): [cause: string, remedy?: string] {
  switch (reason) {
    case "sensitive":
      return ["its content is a private key"];
    case "binary":
      return [`it is binary${detail === "content" ? " by its content" : ""}`];
    case "too-large":
      return [
        `it is too large (${detail ?? "unknown size"})`,
        `To index it, raise "indexing.maxFileSizeKb" in repoctx.config.json and ${RUN_INDEX}.`,
      ];
    case "unreadable":
      return [`it cannot be read (${detail ?? "unknown cause"})`, `Once it can be read, ${RUN_INDEX}.`];
    case "link":
      return ["it is a symbolic link, or lies behind one", "Name the file it leads to."];
    case "special":
      return ["it is no regular file"];
    case "disabled-kind": {
      const key = detail === "test" ? "indexing.includeTests" : "indexing.includeDocs";
      return [
        `"${key}" is off`,
        `To index it, switch that on in repoctx.config.json and ${RUN_INDEX}.`,
      ];
    }
    case "ignored":
      return ignoredBy(detail ?? "an ignore rule");
  }
}

/** @param origin as the scanner names what decided. */
function ignoredBy(origin: string): [cause: string, remedy?: string] {
  if (origin.startsWith("exclude: ")) {
    return [
      `"exclude" in repoctx.config.json lists ${origin.slice("exclude: ".length)}`,
      `To index it, remove that entry and ${RUN_INDEX}.`,
    ];
  }
  switch (origin) {
    case "not below any include entry":
      return ['no entry of "include" covers it', `To index it, add it there and ${RUN_INDEX}.`];
    case "linked git worktree":
      return ["it lies in another worktree of git", "Run repoctx there."];
    case "internal folder":
      return ["it belongs to git or to repoctx"];
    default:
      return [
        `the rule ${origin} leaves it out`,
        `To index it, remove the rule or overrule it in .repoctxignore, and ${RUN_INDEX}.`,
      ];
  }
}
