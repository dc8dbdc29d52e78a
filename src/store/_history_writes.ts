/** Storing and removing past commits. */
import { type Commit, compareStrings } from "../model/mod.ts";
import { indexTerms } from "../text/mod.ts";
import type { Connection } from "./_connection.ts";
import { encodeHashes } from "./_history_queries.ts";
import { withoutNul } from "./_text_values.ts";
import type { StoredCommit } from "./records.ts";

/** The stored commits by id. */
export function storedCommits(connection: Connection): Map<string, StoredCommit> {
  const commits = new Map<string, StoredCommit>();
  const rows = connection.rows<[sha: string, path: string | null, hasLines: number]>(
    `SELECT sha, path, line_hashes IS NOT NULL FROM commits
     LEFT JOIN commit_files ON commit_files.commit_id = commits.id`,
  );
  for (const [sha, path, hasLines] of rows) {
    let commit = commits.get(sha);
    if (commit === undefined) commits.set(sha, commit = { hasLines: false, paths: [] });
    if (path !== null) commit.paths.push(path);
    if (hasLines !== 0) commit.hasLines = true;
  }
  for (const commit of commits.values()) commit.paths.sort(compareStrings);
  return commits;
}

function terms(text: string): string {
  return indexTerms(text).join(" ");
}

/**
 * Stores commits; a commit that is known already is left as it is. All statements are plain ones of one row, for the
 * reason that files are written so.
 */
export function putCommits(connection: Connection, commits: Iterable<Commit>): void {
  for (const { sha, time, files, ...commit } of commits) {
    if (connection.row("SELECT id FROM commits WHERE sha = ?", sha) !== undefined) continue;
    const [subject, body] = [withoutNul(commit.subject), withoutNul(commit.body)];
    const id = connection.insert(
      "INSERT INTO commits (sha, time, subject, body) VALUES (?, ?, ?, ?)",
      sha,
      time,
      subject,
      body,
    );
    connection.run(
      "INSERT INTO commits_fts (rowid, subject, body) VALUES (?, ?, ?)",
      id,
      terms(subject),
      terms(body),
    );
    for (const [path, { added, hashes }] of new Map(files.map((file) => [file.path, file]))) {
      connection.run(
        "INSERT INTO commit_files (commit_id, path, added, line_hashes) VALUES (?, ?, ?, ?)",
        id,
        path,
        added ?? null,
        hashes === undefined ? null : encodeHashes(hashes),
      );
    }
  }
}

/** Removes every commit but the given ones. */
export function keepCommits(connection: Connection, shas: ReadonlySet<string>): void {
  const known = connection.rows<[number, string, string, string]>(
    "SELECT id, sha, subject, body FROM commits",
  );
  for (const [id, sha, subject, body] of known) {
    if (shas.has(sha)) continue;
    connection.run(
      "INSERT INTO commits_fts (commits_fts, rowid, subject, body) VALUES ('delete', ?, ?, ?)",
      id,
      terms(subject),
      terms(body),
    );
    connection.run("DELETE FROM commits WHERE id = ?", id);
  }
}
