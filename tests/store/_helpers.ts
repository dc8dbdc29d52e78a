import type { Chunk, FileKind, ParsedFile, SymbolRecord } from "../../src/model/mod.ts";
import {
  type FileRecord,
  type IndexReader,
  type IndexWriter,
  type MetaInput,
  openReader,
  openWriter,
  termsOfFile,
} from "../../src/store/mod.ts";

export const META: MetaInput = {
  toolVersion: "0.0.0",
  producer: "test-producer",
  indexConfigHash: "c".repeat(64),
  contentState: "a".repeat(64),
  skipped: {},
  indexedAt: "2026-01-01T00:00:00.000Z",
};

/** A folder that disappears with its scope. */
export class TempFolder implements Disposable {
  readonly path: string = Deno.makeTempDirSync({ prefix: "repoctx-store-" });
  get index(): string {
    return `${this.path}/index.db`;
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

export function symbol(name: string, startLine: number, extra: Partial<SymbolRecord> = {}): SymbolRecord {
  return {
    name,
    qualifiedName: name,
    kind: "function",
    startLine,
    endLine: startLine + 1,
    signature: `function ${name}()`,
    doc: "",
    exported: true,
    ...extra,
  };
}

export interface FileExtra {
  kind?: FileKind;
  language?: string;
  parsed?: Partial<ParsedFile>;
  /** Lines per content chunk. */
  chunkLines?: number;
}

export function fileRecord(path: string, text: string, extra: FileExtra = {}): FileRecord {
  const { kind = "source", language = "typescript", chunkLines = 2 } = extra;
  const parsed: ParsedFile = {
    symbols: [],
    imports: [],
    references: [],
    namespaces: [],
    hasErrors: false,
    ...extra.parsed,
  };
  const lines = text === "" ? [] : text.split("\n");
  const chunks: Chunk[] = [];
  for (let from = 0; from < lines.length; from += chunkLines) {
    const to = Math.min(lines.length, from + chunkLines);
    chunks.push({
      kind: from === 0 ? "preamble" : "block",
      startLine: from + 1,
      endLine: to,
      content: lines.slice(from, to).join("\n"),
    });
  }
  return {
    path,
    kind,
    language,
    stamp: { size: text.length, mtimeMs: 1.5, ctimeMs: 2.5, inode: "18446744073709551615" },
    contentHash: hashOf(text),
    lineCount: lines.length,
    tokenCount: text.length,
    encoding: "utf-8",
    parsed,
    chunks,
    terms: termsOfFile(path, chunks, parsed.symbols),
  };
}

/** Something that looks like a hash and differs for different texts. */
export function hashOf(text: string): string {
  let hash = 7n;
  for (const character of text) hash = (hash * 31n + BigInt(character.codePointAt(0)!)) % (1n << 256n);
  return hash.toString(16).padStart(64, "0");
}

/** Writes an index and commits it. */
export async function write(path: string, change: (writer: IndexWriter) => void): Promise<void> {
  using writer = await openWriter(path, { busyTimeoutMs: 50 });
  change(writer);
  writer.commit(META);
}

export function read(path: string): Promise<IndexReader> {
  return openReader(path, META);
}
