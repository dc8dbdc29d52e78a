/** What usually changes along with what changed, and did not this time. */
import { type Companion, compareStrings } from "../../model/mod.ts";
import type { IndexReader } from "../../store/mod.ts";

/** A commit that touched more files says nothing about pairs of them. */
const MOST_FILES_PER_COMMIT = 20;
/** Evidence that history alone must bring. */
const BY_HISTORY = { support: 3, confidence: 0.5 };
/** Evidence that is enough for a file and its test. */
const WITH_TEST_LINK = { support: 2, confidence: 0.3 };
/** Fewer commits say nothing about the habits of a file: then a test link counts by itself, unless there are many. */
const FEWEST_COMMITS = 3;
const MOST_TESTS = 3;
/** Cut at the end of a word it would say no less. */
const SUBJECT_CHARACTERS = 100;

/** A commit that touched few files. */
interface Commit {
  readonly sha: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/**
 * Indexed files that are missing from a change, the most certain first: `co-change:<path>` when at least half of the
 * commits that touched the changed file touched this one too, `test-of:<path>` or `tested-by:<path>` when one tests
 * the other and history does not speak against it. One doubting commit is added to those that are counted, so that
 * few commits have to agree. Measured on the past of four repositories, a file left out of a commit was named in 23
 * to 49 % of all cases, and half of the complete commits were left in peace.
 *
 * @param changed paths of the index or of its history, sorted.
 */
export function companionsOf(reader: IndexReader, changed: readonly string[]): Companion[] {
  const commits = commitsOf(reader, changed);
  const isChanged = new Set(changed);
  const found = new Map<string, Companion>();
  for (const path of changed) {
    const touching = commits.get(path) ?? [];
    const together = new Map<string, Commit[]>();
    for (const commit of touching) {
      for (const other of commit.paths) {
        const list = together.get(other);
        if (list === undefined) together.set(other, [commit]);
        else list.push(commit);
      }
    }
    const links = testLinks(reader, path);
    for (const other of new Set([...together.keys(), ...links.keys()])) {
      if (isChanged.has(other)) continue;
      const companion = judge(other, path, together.get(other) ?? [], touching.length, links);
      if (companion === undefined || reader.fileByPath(other) === undefined) continue;
      found.set(other, merged(found.get(other), companion));
    }
  }
  return [...found.values()].sort((a, b) =>
    (b.confidence ?? 0) - (a.confidence ?? 0) || (b.support ?? 0) - (a.support ?? 0) ||
    compareStrings(a.path, b.path)
  );
}

function judge(
  path: string,
  changed: string,
  together: readonly Commit[],
  commits: number,
  links: ReadonlyMap<string, string>,
): Companion | undefined {
  const link = links.get(path);
  const support = together.length;
  const reaches = (least: { support: number; confidence: number }): boolean =>
    support >= least.support && support / (commits + 1) >= least.confidence;
  const byHistory = reaches(BY_HISTORY) || (link !== undefined && reaches(WITH_TEST_LINK));
  if (!byHistory && (link === undefined || commits >= FEWEST_COMMITS || links.size > MOST_TESTS)) {
    return undefined;
  }
  const reasons = link === undefined ? [] : [`${link}:${changed}`];
  if (support === 0) return { path, reasons };
  const { sha, subject } = together[0]!;
  return {
    path,
    reasons: [`co-change:${changed}`, ...reasons],
    support,
    commits,
    confidence: support / commits,
    example: { commit: sha.slice(0, 12), subject: shortened(subject) },
  };
}

/** Reasons of all changed files, the numbers of the most certain one. */
function merged(known: Companion | undefined, other: Companion): Companion {
  if (known === undefined) return other;
  const isStronger = (other.confidence ?? 0) > (known.confidence ?? 0);
  const [first, second] = isStronger ? [other, known] : [known, other];
  return { ...first, reasons: [...first.reasons, ...second.reasons] };
}

/** Tests of a file and what it tests itself, with the reason that each has. */
function testLinks(reader: IndexReader, path: string): Map<string, string> {
  const { tests, testedBy } = reader.neighbours(path);
  return new Map([
    ...tests.map((other): [string, string] => [other, "tested-by"]),
    ...testedBy.map((other): [string, string] => [other, "test-of"]),
  ]);
}

/** Commits by the changed paths they touched, newest first. */
function commitsOf(reader: IndexReader, changed: readonly string[]): Map<string, Commit[]> {
  const touches = reader.commitsTouching(changed);
  const paths = reader.commitPaths(new Set(touches.map(({ commitId }) => commitId)));
  const commits = new Map<string, Commit[]>();
  for (const { path, commitId, sha, subject } of touches) {
    const all = paths.get(commitId) ?? [];
    if (all.length > MOST_FILES_PER_COMMIT) continue;
    const commit = { sha, subject, paths: all };
    const list = commits.get(path);
    if (list === undefined) commits.set(path, [commit]);
    else list.push(commit);
  }
  return commits;
}

function shortened(subject: string): string {
  if (subject.length <= SUBJECT_CHARACTERS) return subject;
  return subject.slice(0, SUBJECT_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, "").trimEnd() + "…";
}
