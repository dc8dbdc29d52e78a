/** One result of every command with every member set, and the smallest ones. */
import type {
  ArchitectureResult,
  ChangedResult,
  ContextItem,
  ContextResult,
  IndexResult,
  InitResult,
  MemoryHit,
  MemoryResult,
  OutlineResult,
  PrimeResult,
  RelatedResult,
  SearchResult,
  StatsResult,
} from "../../src/model/mod.ts";

export const RECEIPT = "n1TExPj2j_O3eEg4yLRHpSgAOpfZ_TAOxiTjMzMoa9E";
export const OTHER_RECEIPT = "J1nxToDJzhMycYa0RTBAtaxVg21xp9NXCyYViFg2pb8";

export const MEMORY: MemoryHit = {
  id: "cbd66cf8",
  kind: "note",
  text: "Retries are capped at three.",
  score: 1,
  files: { "src/one.ts": "da892e4e82bc" },
  tags: ["http"],
  session: "s1",
  created: "2026-11-29",
  stale: true,
  stale_files: ["src/one.ts"],
  estimated_tokens: 7,
  reasons: ["term:retries"],
};

export const SLICE: ContextItem = {
  path: "src/http.ts",
  kind: "source",
  score: 0.9,
  start_line: 12,
  end_line: 14,
  content_tokens: 41,
  projected_read_tokens: 0,
  estimated_tokens: 97,
  file_tokens: 210,
  hash: "77aa77aa77aa",
  receipt: RECEIPT,
  stripped: true,
  stale: true,
  reasons: ["fts", "symbol:retryFetch"],
  spans: [{
    start_line: 12,
    end_line: 14,
    symbol: "retryFetch",
    part_of: "L3-40 send(request)",
    text: "function retryFetch() {\n\treturn 1;\n}",
    receipt: RECEIPT,
  }],
  spans_omitted: 1,
};

export const OUTLINED: ContextItem = {
  path: "src/add.ts",
  kind: "source",
  score: 0.5,
  content_tokens: 30,
  projected_read_tokens: 0,
  estimated_tokens: 80,
  file_tokens: 61,
  hash: "5c0ffee5c0ff",
  reasons: ["path-match"],
  symbols: [
    {
      name: "Sums",
      kind: "class",
      start_line: 1,
      end_line: 9,
      signature: "export class Sums",
      role: "container",
      receipt: OTHER_RECEIPT,
    },
    {
      name: "add",
      kind: "method",
      start_line: 3,
      end_line: 5,
      signature: "add(a: number, b: number): number",
      doc: "Adds two numbers.",
      role: "match",
      receipt: RECEIPT,
    },
  ],
  symbols_omitted: 2,
};

export const POINTER: ContextItem = {
  path: "src/copy_of.ts",
  kind: "test",
  score: 0.123456,
  start_line: 1,
  end_line: 20,
  content_tokens: 0,
  projected_read_tokens: 133,
  estimated_tokens: 133,
  hash: "0123456789ab",
  receipt: OTHER_RECEIPT,
  duplicate_of: "src/add.ts",
  reasons: ["imports:src/http.ts", "graph:+3"],
};

export const CONTEXT: ContextResult = {
  schema_version: 3,
  command: "context",
  query: "fix retry delay",
  terms: ["fix", "retry", "delay"],
  state: "",
  content_state: "0a1b2c3d4e5f",
  analysis_state: "112233445566",
  evidence_id: "aabbccddeeff",
  representation_id: "99887766aabb",
  detail: "slices",
  top: 8,
  budgets: { charged_work_tokens: 3000, response_tokens: 2000, projected_read_tokens: 9000 },
  token_profile: "claude",
  stale: { files: 3, indexed_commit: "0123456789ab" },
  count: 3,
  reused_count: 4,
  reused_omitted: 2,
  omitted: 10,
  omitted_by: {
    top: 1,
    response_budget: 2,
    projected_read_budget: 3,
    budget_tokens: 4,
    nonpositive_score: 5,
  },
  content_tokens: 71,
  projected_read_tokens: 133,
  estimated_tokens: 310,
  results: [SLICE, OUTLINED, POINTER],
  reused: [
    { path: "src/log.ts", receipt: RECEIPT },
    { path: "src/http.ts", start_line: 1, end_line: 9, symbol: "log", receipt: OTHER_RECEIPT },
  ],
  memories: [MEMORY],
  instructions: ["packages/api/AGENTS.md"],
};

export const EMPTY_CONTEXT: ContextResult = {
  schema_version: 3,
  command: "context",
  query: "the",
  terms: [],
  state: "",
  content_state: "0a1b2c3d4e5f",
  analysis_state: "112233445566",
  evidence_id: "aabbccddeeff",
  representation_id: "",
  detail: "paths",
  top: 8,
  count: 0,
  reused_count: 0,
  content_tokens: 0,
  projected_read_tokens: 0,
  estimated_tokens: 0,
  results: [],
  reused: [],
};

export const SEARCH: SearchResult = {
  schema_version: 3,
  command: "search",
  query: "retry",
  count: 2,
  results: [
    {
      path: "src/http.ts",
      kind: "source",
      score: 1.7312,
      start_line: 12,
      end_line: 30,
      chunk_kind: "symbol",
      heading: "retryFetch",
      reasons: ["fts"],
    },
    {
      path: "docs/a|b.md",
      kind: "doc",
      score: 0.5,
      start_line: 1,
      end_line: 4,
      chunk_kind: "preamble",
      reasons: ["fts"],
    },
  ],
};

export const EMPTY_SEARCH: SearchResult = {
  schema_version: 3,
  command: "search",
  query: "retry",
  count: 0,
  results: [],
  hints: ["dist/a.js: Not indexed because the rule .gitignore:1 leaves it out."],
};

export const RELATED: RelatedResult = {
  schema_version: 3,
  command: "related",
  path: "src/http.ts",
  kind: "source",
  count: 3,
  results: [
    { path: "src/log.ts", relation: "imports", reasons: ["import-edge"] },
    { path: "src/url.ts", relation: "imports", reasons: ["import-edge"] },
    { path: "src/http.test.ts", relation: "tested_by", reasons: ["test-link"] },
  ],
};

export const OUTLINE: OutlineResult = {
  schema_version: 3,
  command: "outline",
  path: "src/add.ts",
  kind: "source",
  language: "typescript",
  lines: 9,
  estimated_tokens: 61,
  hash: "5c0ffee5c0ff",
  symbols: [
    {
      name: "Sums",
      kind: "class",
      start_line: 1,
      end_line: 9,
      signature: "export class Sums",
      receipt: OTHER_RECEIPT,
    },
    {
      name: "add",
      kind: "method",
      start_line: 3,
      end_line: 5,
      signature: "add(a: number, b: number): number",
      doc: "Adds two numbers.",
      receipt: RECEIPT,
    },
  ],
};

export const CHANGED: ChangedResult = {
  schema_version: 3,
  command: "changed",
  content_state: "0a1b2c3d4e5f",
  worktree_state: "5544332211aa",
  base: "aabbccddeeff",
  stale: true,
  count: 3,
  changed: [
    { path: "src/gone.ts", status: "deleted", renamed_to: "src/here.ts" },
    { path: "src/here.ts", status: "added", renamed_from: "src/gone.ts" },
    {
      path: "src/http.ts",
      status: "modified",
      patch_tokens: 14,
      file_tokens: 210,
      hunks: [{ old_start: 4, old_lines: 3, new_start: 4, new_lines: 4, text: " a\n+b\n c\n d" }],
    },
  ],
  impacted: [{ path: "src/api.ts", reasons: ["imports:src/http.ts", "uses:src/http.ts#retryFetch"] }],
  companions: [
    {
      path: "src/http.test.ts",
      reasons: ["co-change:src/http.ts", "test-of:src/http.ts"],
      support: 7,
      commits: 9,
      confidence: 7 / 9,
      example: { commit: "0a1b2c3d4e5f", subject: "Fix the delay" },
    },
    { path: "src/young.test.ts", reasons: ["test-of:src/young.ts"] },
  ],
  companions_omitted: 2,
};

export const PRIME: PrimeResult = {
  schema_version: 3,
  command: "prime",
  token_profile: "claude",
  approx_files: 84,
  approx_loc: 5200,
  languages: [{ language: "typescript", approx_loc: 4900 }],
  dirs: [{ path: "src", approx_loc: 5000, files: 70 }],
  entrypoints: ["src/main.ts"],
  entrypoints_omitted: 4,
  results: [{
    path: "src/log.ts",
    hash: "0123456789ab",
    estimated_tokens: 133,
    symbols: [{
      name: "log",
      kind: "function",
      start_line: 1,
      end_line: 4,
      signature: "function log(message: string): void",
      doc: "Writes a line.",
    }],
    symbols_omitted: 3,
  }],
};

export const ARCHITECTURE: ArchitectureResult = {
  schema_version: 3,
  command: "architecture",
  total_files: 2,
  total_loc: 40,
  depth: 1,
  tree: {
    name: ".",
    path: "",
    loc: 40,
    file_count: 2,
    children: [{ name: "src", path: "src", loc: 40, file_count: 2, children: [] }],
  },
  languages: [{ language: "typescript", files: 2, loc: 40 }],
  most_imported: [{ path: "src/log.ts", dependents: 1 }],
  entrypoints: ["src/main.ts"],
};

export const INDEX: IndexResult = {
  schema_version: 3,
  command: "index",
  mode: "incremental",
  files: { total: 42, added: 1, changed: 2, deleted: 0, unchanged: 39 },
  chunks: 310,
  symbols: 205,
  edges: 88,
  work: { bytes_read: 81234, files_parsed: 3, graph_files_analyzed: 40, edges_recomputed: 88 },
  skipped: { binary: 3, "too-large": 1 },
  skipped_paths: [
    { path: "dist/", reason: "ignored", detail: ".gitignore:1" },
    { path: "link.ts", reason: "link" },
  ],
  root: "/path",
  elapsed_ms: 57,
};

export const INIT: InitResult = {
  command: "init",
  root: "/path",
  reinitialized: false,
  selected: 412,
  projects: [
    { path: "apps/web", type: "node", marker: "package.json" },
    { path: "services/api", type: "dotnet", marker: "SampleApi.csproj" },
  ],
  written: ["updated .gitignore (.repoctx/)", "created CLAUDE.md"],
  tip: "use --agents",
};

const { score: _score, stale: _stale, stale_files: _files, reasons: _reasons, ...added } = MEMORY;

export const MEMORY_ADD: MemoryResult = {
  schema_version: 3,
  command: "memory",
  action: "add",
  entry: added,
  updated: true,
  total_entries: 1,
};

export const MEMORY_SEARCH: MemoryResult = {
  schema_version: 3,
  command: "memory",
  action: "search",
  query: "retries",
  terms: ["retries"],
  count: 1,
  total_entries: 1,
  estimated_tokens: 7,
  results: [MEMORY],
};

export const MEMORY_REMOVE: MemoryResult = {
  schema_version: 3,
  command: "memory",
  action: "rm",
  id: "cbd66cf8",
  removed: true,
};

export const STATS: StatsResult = {
  schema_version: 3,
  command: "stats",
  calls: 42,
  served_tokens: 31208,
  replaced_tokens: 104566,
  saved_tokens: 73358,
  currency: "USD",
  saved_cost: 0.37,
  input_per_mtok: 5,
  other_rule_calls: 2,
  other_rule_replaced_tokens: 1057,
  first_day: "2026-11-28",
  last_day: "2026-11-29",
  commands: [
    { command: "context", calls: 40, served_tokens: 31000, replaced_tokens: 104566, saved_tokens: 73566 },
    { command: "search", calls: 2, served_tokens: 208, replaced_tokens: 0, saved_tokens: -208 },
  ],
  days: [
    { day: "2026-11-28", calls: 2, served_tokens: 208, replaced_tokens: 0, saved_tokens: -208 },
    { day: "2026-11-29", calls: 40, served_tokens: 31000, replaced_tokens: 104566, saved_tokens: 73566 },
  ],
};

const STALE = { files: 3, indexed_commit: "0123456789ab" };

export const STALE_SEARCH: SearchResult = {
  ...SEARCH,
  stale: STALE,
  results: SEARCH.results.map((hit) => ({ ...hit, stale: true })),
};

export const STALE_RELATED: RelatedResult = {
  ...RELATED,
  stale: { ...STALE, this_file: true },
  results: RELATED.results.map((entry, index) => index === 1 ? { ...entry, stale: true } : entry),
};

export const STALE_OUTLINE: OutlineResult = { ...OUTLINE, stale: { ...STALE, this_file: true } };

export const STALE_CHANGED: ChangedResult = { ...CHANGED, indexed_commit: "0123456789ab" };

export const STALE_PRIME: PrimeResult = {
  ...PRIME,
  stale: STALE,
  results: PRIME.results.map((item) => ({ ...item, stale: true })),
};

export const STALE_ARCHITECTURE: ArchitectureResult = { ...ARCHITECTURE, stale: STALE };

export const STALE_MEMORY: MemoryResult = { ...MEMORY_SEARCH, stale: STALE };

/** All examples that have JSON. */
export const EXAMPLES = [
  STALE_ARCHITECTURE,
  STALE_CHANGED,
  STALE_MEMORY,
  STALE_OUTLINE,
  STALE_PRIME,
  STALE_RELATED,
  STALE_SEARCH,
  ARCHITECTURE,
  CHANGED,
  CONTEXT,
  EMPTY_CONTEXT,
  INDEX,
  MEMORY_ADD,
  MEMORY_REMOVE,
  MEMORY_SEARCH,
  OUTLINE,
  PRIME,
  RELATED,
  SEARCH,
  EMPTY_SEARCH,
  STATS,
] as const;
