import { dirname } from "node:path";
import type { Config } from "../../src/model/mod.ts";
import { defaultConfig, indexConfigHash, statePaths } from "../../src/repository/mod.ts";
import {
  type IndexOptions,
  type IndexOutcome,
  indexRepository,
  producerVersion,
} from "../../src/indexer/mod.ts";
import { type IndexReader, openReader } from "../../src/store/mod.ts";
import { writeTokenTable } from "../../src/tokens/mod.ts";

let tokenTable: Promise<Uint8Array> | undefined;

/** Building the table takes longer than most tests; it is the same bytes each time. */
function sharedTokenTable(): Promise<Uint8Array> {
  return tokenTable ??= (async () => {
    const path = await Deno.makeTempFile({ prefix: "repoctx-table-" });
    await writeTokenTable(path);
    const bytes = await Deno.readFile(path);
    await Deno.remove(path);
    return bytes;
  })();
}

/** What the file system is asked while something runs. */
export interface Questions {
  /** How often each function was called; functions that were not called are absent. */
  counts: Record<string, number>;
  /** The paths that were looked at, in order. */
  lookedAt: string[];
}

/** Notes every call of the functions of the runtime that look at, list or read files. */
export async function questions(action: () => Promise<unknown>): Promise<Questions> {
  const asked: Questions = { counts: {}, lookedAt: [] };
  const names = ["lstatSync", "statSync", "readDirSync", "openSync", "readFileSync", "readFile"] as const;
  const system = Deno as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = names.map((name) => [name, system[name]!] as const);
  for (const [name, original] of originals) {
    system[name] = (...args) => {
      asked.counts[name] = (asked.counts[name] ?? 0) + 1;
      if (name === "lstatSync") asked.lookedAt.push(String(args[0]));
      return original(...args);
    };
  }
  try {
    await action();
  } finally {
    for (const [name, original] of originals) system[name] = original;
  }
  return asked;
}

/** Files of a tree: path → content. */
export type Files = Record<string, string | Uint8Array>;

/** A repository in a folder of its own that disappears with its scope. */
export class Tree implements Disposable {
  readonly root: string = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "repoctx-indexer-" }));
  config: Config = defaultConfig();

  constructor(files: Files = {}) {
    this.write(files);
  }

  get index(): string {
    return statePaths(this.root).index;
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const absolute = `${this.root}/${path}`;
      Deno.mkdirSync(dirname(absolute), { recursive: true });
      if (typeof content === "string") Deno.writeTextFileSync(absolute, content);
      else Deno.writeFileSync(absolute, content);
    }
  }

  remove(...paths: string[]): void {
    for (const path of paths) Deno.removeSync(`${this.root}/${path}`, { recursive: true });
  }

  /** Puts the token table where a run looks for it. */
  async prepare(): Promise<void> {
    const { folder, tokenTable } = statePaths(this.root);
    Deno.mkdirSync(folder, { recursive: true });
    await Deno.writeFile(tokenTable, await sharedTokenTable());
  }

  async run(options: Partial<IndexOptions> = {}): Promise<IndexOutcome> {
    await this.prepare();
    return await indexRepository(this, {
      mode: "incremental",
      toolVersion: "0.0.0",
      busyTimeoutMs: 50,
      ...options,
    });
  }

  /** What happened to the files: added, changed, deleted, unchanged. */
  async counts(options: Partial<IndexOptions> = {}): Promise<number[]> {
    const { added, changed, deleted, unchanged } = (await this.run(options)).result.files;
    return [added, changed, deleted, unchanged];
  }

  async read(): Promise<IndexReader> {
    return await openReader(this.index, {
      producer: producerVersion(),
      indexConfigHash: await indexConfigHash(this.config),
    });
  }

  /** Everything the index answers, free of row numbers and times. */
  async answers(): Promise<unknown> {
    using reader = await this.read();
    return answersOf(reader);
  }

  /** Runs git in the tree, as somebody, at a given second. */
  git(time: number, ...args: string[]): void {
    const date = `${1_700_000_000 + time} +0000`;
    const { success, stderr } = new Deno.Command("git", {
      args: ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main", ...args],
      cwd: this.root,
      env: {
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_SYSTEM: "/dev/null",
      },
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

const WORDS = ["retry", "delay", "user", "fix", "add", "token", "export", "ts", "src", "absent"];

function answersOf(reader: IndexReader): unknown {
  const files = reader.allFiles();
  const ids = files.map(({ id }) => id);
  const path = new Map(files.map((file) => [file.id, file.path]));
  const symbols = reader.symbolsOf(ids);
  const vectors = reader.termVectors(ids);
  const commits = reader.commitsMatching(WORDS, 50);
  const sha = new Map(commits.map((commit) => [commit.commitId, commit.sha]));
  const { indexedAt: _time, ...meta } = reader.meta;
  return {
    meta,
    files: files.map(({ id, mtimeMs: _time, ...file }) => ({
      ...file,
      text: reader.textOf(id),
      symbols: symbols.get(id)!.map(({ id: _id, fileId: _file, ...symbol }) => symbol),
      terms: WORDS.map((word) => vectors.get(id)?.lookup(word)),
      neighbours: reader.neighbours(file.path),
    })),
    symbolEdges: reader.symbolEdgesFrom(ids)
      .map(({ srcId, dstId, ...edge }) => JSON.stringify([path.get(srcId), path.get(dstId), edge])).sort(),
    search: reader.searchChunks(WORDS, { limit: 200 })
      .map(({ chunkId: _chunk, fileId: _file, ...hit }) => hit),
    frequencies: [...reader.documentFrequencies(WORDS), ...reader.fileFrequencies(WORDS)],
    commits: commits.map(({ commitId: _id, fileIds, ...commit }) => ({
      ...commit,
      files: fileIds.map((id) => path.get(id)),
    })),
    commitFiles: reader.commitFiles(sha.keys())
      .map(({ commitId, ...file }) => ({ sha: sha.get(commitId)!, ...file }))
      .sort((a, b) => a.sha < b.sha ? -1 : a.sha > b.sha ? 1 : a.path < b.path ? -1 : 1),
    skipped: ["dist/x.js", "logo.png", "big.txt"].map((name) => reader.skippedPath(name)),
  };
}
