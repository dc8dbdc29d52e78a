/** Questions about past commits. */
import { compareStrings } from "../model/mod.ts";
import { type Connection, idList } from "./_connection.ts";
import { matchAny } from "./_search_queries.ts";
import type { CommitFile, CommitHit, CommitTouch } from "./rows.ts";

/** Commits whose subject or body has any of the terms, best first; ties by time, newest first, then by id. */
export function commitsMatching(
  connection: Connection,
  terms: readonly string[],
  limit: number,
  weights: { subject: number; body: number },
): CommitHit[] {
  const match = matchAny(terms);
  if (match === undefined || limit < 1) return [];
  const hits = new Map(
    connection.rows<[number, string, number, string, number]>(
      `SELECT commits.id, sha, time, commits.subject, score FROM (
       SELECT rowid AS id, -bm25(commits_fts, ?, ?) AS score FROM commits_fts WHERE commits_fts MATCH ?
     ) AS hit JOIN commits ON commits.id = hit.id ORDER BY score DESC, time DESC, sha LIMIT ?`,
      weights.subject,
      weights.body,
      match,
      limit,
    ).map(([commitId, sha, time, subject, score]): [number, CommitHit] => [
      commitId,
      { commitId, sha, time, subject, score, fileCount: 0, fileIds: [] },
    ]),
  );
  const touched = connection.rows<[commitId: number, fileId: number | null]>(
    `SELECT commit_id, files.id FROM commit_files LEFT JOIN files ON files.path = commit_files.path
     WHERE commit_id IN (SELECT value FROM json_each(?)) ORDER BY commit_id, commit_files.path`,
    idList(hits.keys()),
  );
  for (const [commitId, fileId] of touched) {
    const hit = hits.get(commitId);
    if (hit === undefined) continue;
    hit.fileCount++;
    if (fileId !== null) hit.fileIds.push(fileId);
  }
  return [...hits.values()];
}

/** What the given commits did, sorted by commit and path. */
export function commitFiles(connection: Connection, commitIds: Iterable<number>): CommitFile[] {
  return connection.rows<[number, string, number | null, Uint8Array | null]>(
    `SELECT commit_id, path, added, line_hashes FROM commit_files
     WHERE commit_id IN (SELECT value FROM json_each(?)) ORDER BY commit_id, path`,
    idList(commitIds),
  ).map(([commitId, path, added, hashes]) => {
    const file: CommitFile = { commitId, path };
    if (added !== null) file.added = added;
    if (hashes !== null) file.hashes = decodeHashes(hashes);
    return file;
  });
}

/** The paths that some commits touched, sorted, by commit. */
export function commitPaths(connection: Connection, commitIds: Iterable<number>): Map<number, string[]> {
  const paths = new Map<number, string[]>();
  for (
    const [commitId, path] of connection.rows<[number, string]>(
      "SELECT commit_id, path FROM commit_files WHERE commit_id IN (SELECT value FROM json_each(?))",
      idList(commitIds),
    )
  ) {
    const list = paths.get(commitId);
    if (list === undefined) paths.set(commitId, [path]);
    else list.push(path);
  }
  for (const list of paths.values()) list.sort(compareStrings);
  return paths;
}

/** Commits that touched any of the paths, newest first; ties by id of the commit, then path. */
export function commitsTouching(connection: Connection, paths: readonly string[]): CommitTouch[] {
  return connection.rows<[number, string, number, string, string]>(
    `SELECT commits.id, sha, time, subject, commit_files.path FROM commit_files
     JOIN commits ON commits.id = commit_files.commit_id
     WHERE commit_files.path IN (SELECT value FROM json_each(?))`,
    JSON.stringify(paths),
  ).map(([commitId, sha, time, subject, path]) => ({ commitId, sha, time, subject, path }))
    .sort((a, b) => b.time - a.time || compareStrings(a.sha, b.sha) || compareStrings(a.path, b.path));
}

/** How many of the known commits touched each path. */
export function commitCounts(connection: Connection): Map<string, number> {
  return new Map(connection.rows<[string, number]>("SELECT path, count(*) FROM commit_files GROUP BY path"));
}

/** Hashes as stored: four bytes each, low byte first. */
export function encodeHashes(hashes: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(hashes.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [position, hash] of hashes.entries()) view.setUint32(position * 4, hash, true);
  return bytes;
}

function decodeHashes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hashes = new Uint32Array(Math.floor(bytes.byteLength / 4));
  for (let i = 0; i < hashes.length; i++) hashes[i] = view.getUint32(i * 4, true);
  return hashes;
}
