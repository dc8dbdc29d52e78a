/** Which past commits can be asked as tasks. */
import { listCommits, type LoggedCommit } from "../history/mod.ts";
import { compareStrings, type Config, type EvalSkipReason } from "../model/mod.ts";
import { languageOf } from "../parser/mod.ts";
import { kindOf, sensitivePathTest } from "../scanner/mod.ts";
import { queryTerms, STOP_WORDS, TASK_WORDS, WEAK_WORDS } from "../text/mod.ts";

/** A commit that can be asked: what was wanted, and where it was done. */
export interface PastChange {
  /** Full object name. */
  commit: string;
  /** That of its only parent. */
  parent: string;
  /** The subject as a user would have put it. */
  task: string;
  /** The source files it modified, sorted, as the parent has them. */
  paths: string[];
}

/** The listed commits, newest first: each a task, or the reason why it is none. */
export interface Survey {
  /** The commit that is checked out. */
  head: string;
  /** Older commits exist elsewhere. */
  shallow: boolean;
  /** False when git broke off: then the entries are what came before. */
  complete: boolean;
  entries: (PastChange | EvalSkipReason)[];
}

/** How far back tasks are looked for; as far as the history signal looks. */
const MOST_COMMITS = 5000;
/** A commit that modified more source files is no task but a sweep. */
const MOST_FILES = 10;
/** Fewer words say too little to find anything by. */
const FEWEST_WORDS = 2;

/** References to issues and switches of build servers: nobody knows or says them before the work is done. */
const REFERENCES = /\s*(?:[([]\s*(?:GH-|#)\d+\s*[)\]]|(?<![\w&])#\d+\b|\[(?:skip ci|ci skip)\])/gi;
/** The type of a conventional subject, which is no word of a task: `feat` in `feat(cart): keep order`. */
const COMMIT_TYPE = /^\s*[a-z]+(?=(?:\([^)]*\))?!?:\s)/i;
/** Subjects that repeat the words of another commit, which history would find at once. */
const ABOUT_A_COMMIT = /^\s*(?:revert|reapply|re-apply|unrevert)\b|^\s*(?:fixup|squash|amend)!/i;

/**
 * Looks through the recent commits of a repository.
 *
 * @returns undefined when git gives no history.
 */
export async function surveyCommits(
  root: string,
  config: Pick<Config, "sensitiveFiles">,
  signal?: AbortSignal,
): Promise<Survey | undefined> {
  const isSensitive = sensitivePathTest(config);
  const isSource = (path: string): boolean =>
    kindOf(path, languageOf(path)) === "source" && !isSensitive(path);
  const seen: { entry: PastChange | EvalSkipReason; wording: string }[] = [];
  const list = await listCommits(root, MOST_COMMITS, (commit) => {
    seen.push({ entry: judge(commit, isSource), wording: wordingOf(commit.subject) });
  }, signal === undefined ? {} : { signal });
  if (list === undefined) return undefined;
  const earlier = new Set<string>();
  for (const commit of seen.toReversed()) {
    const { entry, wording } = commit;
    // A picked or repeated commit would be found by the words of the first one.
    if (typeof entry !== "string" && earlier.has(wording)) commit.entry = "repeated-subject";
    earlier.add(wording);
  }
  return { ...list, entries: seen.map(({ entry }) => entry) };
}

function judge(
  { sha, parents, subject, changes }: LoggedCommit,
  isSource: (path: string) => boolean,
): PastChange | EvalSkipReason {
  if (parents.length > 1) return "merge";
  const [parent] = parents;
  if (parent === undefined) return "no-parent";
  const paths = changes.filter(({ status, path }) => status === "M" && isSource(path)).map(({ path }) =>
    path
  );
  if (paths.length === 0) return "no-source";
  if (paths.length > MOST_FILES) return "many-files";
  if (ABOUT_A_COMMIT.test(subject)) return "revert-or-fixup";
  const task = taskOf(subject);
  if (countUsableWords(task) < FEWEST_WORDS) return "vague-subject";
  return { commit: sha, parent, task, paths: paths.sort(compareStrings) };
}

/** A subject without what was added to it after the work was done. */
export function taskOf(subject: string): string {
  return subject.replace(REFERENCES, "").trim();
}

/** Words that say something about where to look. */
export function countUsableWords(task: string): number {
  return queryTerms(task.replace(COMMIT_TYPE, "")).filter((word) =>
    word.length > 1 && /\p{L}/u.test(word) &&
    !STOP_WORDS.has(word) && !WEAK_WORDS.has(word) && !TASK_WORDS.has(word)
  ).length;
}

function wordingOf(subject: string): string {
  return queryTerms(taskOf(subject)).join(" ");
}
