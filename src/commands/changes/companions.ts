/** What usually changes along with what changed, and did not this time. */
import { type Companion, compareStrings } from "../../model/mod.ts";
import type { IndexReader } from "../../store/mod.ts";

/** A commit that touched more files says nothing about pairs of them. */
const MOST_FILES_PER_COMMIT = 20;
/** Without a test link, two files must have changed together so often. */
const FEWEST_TOGETHER = 3;
/** Habits change: the touch of a file that lies this many touches back counts half. */
const HALF_LIFE = 15;
/** A test link counts like one commit that touched both, a share of it where a file has several tests. */
const LINK = 1;
/** How likely a file must be to have been forgotten. */
const LIKELY = 0.33;
/** Of a large change nearly every file has something to say. */
const MOST_REASONS = 3;
/** Cut at the end of a word it would say no less. */
const SUBJECT_CHARACTERS = 100;

/** A commit that touched few files. */
interface Commit {
  readonly sha: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

/**
 * Indexed files that are missing from a change, the most likely first, with `co-change:<path>` when past commits
 * touched both files, and `test-of:<path>` or `tested-by:<path>` when one tests the other.
 *
 * A changed file speaks for another by the share of its past commits that touched both: recent ones count more, and
 * one that touched many files says less about each (one over the square root of the others). One doubting commit is
 * added, so that few commits have to agree. Each changed file is one chance that the other belongs to the change, and
 * the chances are joined. Measured in bench/RESULTS.md, "Companions".
 *
 * @param changed paths of the index or of its history, sorted.
 */
export function companionsOf(reader: IndexReader, changed: readonly string[]): Companion[] {
  const commits = commitsOf(reader, changed);
  const isChanged = new Set(changed);
  const found = new Map<string, Suspect>();
  for (const path of changed) {
    const touching = commits.get(path) ?? [];
    const links = testLinks(reader, path);
    const together = new Map<string, Commit[]>();
    const shares = new Map<string, number>();
    let all = 0;
    for (const [position, commit] of touching.entries()) {
      const weight = Math.pow(0.5, position / HALF_LIFE);
      all += weight;
      const share = weight / Math.sqrt(Math.max(1, commit.paths.length - 1));
      for (const other of commit.paths) {
        shares.set(other, (shares.get(other) ?? 0) + share);
        const list = together.get(other);
        if (list === undefined) together.set(other, [commit]);
        else list.push(commit);
      }
    }
    for (const other of new Set([...together.keys(), ...links.keys()])) {
      if (isChanged.has(other)) continue;
      const link = links.get(other);
      const chance = ((shares.get(other) ?? 0) + LINK * (link?.share ?? 0)) / (all + 1);
      const spoken = evidenceOf(other, path, together.get(other) ?? [], touching.length, link);
      const doubt = 1 - Math.min(1, chance);
      const known = found.get(other);
      found.set(other, {
        companion: merged(known?.companion, spoken),
        doubt: (known?.doubt ?? 1) * doubt,
        together: Math.max(known?.together ?? 0, spoken.support ?? 0),
        isLinked: known?.isLinked === true || link !== undefined,
        voices: [...known?.voices ?? [], { reasons: spoken.reasons, doubt }],
      });
    }
  }
  return [...found.values()].filter(({ companion, doubt, together, isLinked }) =>
    1 - doubt >= LIKELY && (isLinked || together >= FEWEST_TOGETHER) &&
    reader.fileByPath(companion.path) !== undefined
  ).sort((a, b) =>
    a.doubt - b.doubt || (b.companion.support ?? 0) - (a.companion.support ?? 0) ||
    compareStrings(a.companion.path, b.companion.path)
  ).map(({ companion, voices }) => ({ ...companion, reasons: loudest(voices) }));
}

/** A file that may be missing. */
interface Suspect {
  readonly companion: Companion;
  /** The chance that it does not belong to the change: that no changed file is right about it. */
  readonly doubt: number;
  /** The most commits that touched it and one changed file. */
  readonly together: number;
  readonly isLinked: boolean;
  /** What each changed file says, by path. */
  readonly voices: readonly { readonly reasons: readonly string[]; readonly doubt: number }[];
}

/** The reasons of the surest voices, and how many more there are. */
function loudest(voices: Suspect["voices"]): string[] {
  const reasons = [...voices].sort((a, b) => a.doubt - b.doubt).flatMap(({ reasons }) => reasons);
  const more = reasons.length - MOST_REASONS;
  return more > 0 ? [...reasons.slice(0, MOST_REASONS), `co-change:+${more}`] : reasons;
}

function evidenceOf(
  path: string,
  changed: string,
  together: readonly Commit[],
  commits: number,
  link: TestLink | undefined,
): Companion {
  const support = together.length;
  const reasons = link === undefined ? [] : [`${link.reason}:${changed}`];
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

/** The numbers of the most certain changed file. */
function merged(known: Companion | undefined, other: Companion): Companion {
  return known !== undefined && (known.confidence ?? 0) >= (other.confidence ?? 0) ? known : other;
}

/** One file tests the other. */
interface TestLink {
  readonly reason: "test-of" | "tested-by";
  /** A file with many tests needs few of them changed, and a test of many files few of those. */
  readonly share: number;
}

/** Tests of a file and what it tests itself. */
function testLinks(reader: IndexReader, path: string): Map<string, TestLink> {
  const { tests, testedBy } = reader.neighbours(path);
  const links = new Map<string, TestLink>();
  for (const other of tests) {
    const most = Math.max(tests.length, reader.neighbours(other).testedBy.length);
    links.set(other, { reason: "tested-by", share: 1 / most });
  }
  for (const other of testedBy) {
    const most = Math.max(testedBy.length, reader.neighbours(other).tests.length);
    links.set(other, { reason: "test-of", share: 1 / most });
  }
  return links;
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
