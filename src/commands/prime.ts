/** `prime`: a primer of the repository that stays the same for as long as it can. */
import { compareStrings, type PrimeResult, type PrimeSymbol, SCHEMA_VERSION } from "../model/mod.ts";
import type { FileRow, StoredSymbol } from "../store/mod.ts";
import { openIndex, refreshWhen } from "./_open_index.ts";
import { REFRESH } from "./_refresh.ts";
import { renderResult } from "./_render.ts";
import { staleMark, staleMember, treeAge } from "./_tree_age.ts";
import { type Command, defineCommand, type Format, NO_SAVINGS } from "./command.ts";
import type { CommandContext } from "./command_context.ts";

/** What `prime` is asked. */
export interface PrimeOptions {
  /** How many much-imported files. */
  files: number;
  /** Bring the index up to date first. */
  refresh: boolean;
}

const SYMBOLS_PER_FILE = 12;
/** A primer is read in full, again and again: hundreds of playgrounds are no help. */
const MOST_ENTRYPOINTS = 20;

/** Describes a repository for the cached beginning of a prompt. */
export const prime: Command<PrimeOptions, PrimeResult> = defineCommand<PrimeOptions, PrimeResult>({
  name: "prime",
  group: "Ask",
  summary: "Print a primer of the repository for the cached beginning of a prompt",
  description:
    "Counts are rounded and nothing in it names a time or a state, so that small edits change no byte. That the " +
    "index is out of date is told on standard error.",
  parameters: {
    files: { type: "integer", default: 5, above: 0, help: "How many of the most imported files" },
    refresh: REFRESH,
  },
  examples: [{ line: "prime", explanation: "What an agent should know before the first question" }],
  formats: ["md", "text", "json"],
  needs: "index",
  stopsInOrder: true,
  run: describe,
  render: renderResult,
  valueOfAnswer: () => NO_SAVINGS,
});

async function describe(
  context: CommandContext,
  options: PrimeOptions,
  format: Format,
): Promise<PrimeResult> {
  const { languagesOf, leadingEntrypoints, mostImported } = await import("./_overview.ts");
  const { docSummary } = await import("../packer/mod.ts");
  const { shortHash } = await import("../repository/mod.ts");
  const { calibrationOf, scale } = await import("../tokens/mod.ts");
  using index = await openIndex(context, refreshWhen(options.refresh));
  const { reader, config } = index;
  const files = reader.allFiles();
  const calibration = calibrationOf(config.tokens);
  const hubs = mostImported(reader, options.files).map(({ file }) => file)
    .sort((a, b) => compareStrings(a.path, b.path));
  const age = await treeAge(index, hubs.map(({ path }) => path));
  if (age.stale !== undefined && format !== "json") {
    // Not in the primer itself, which is to stay the same bytes for as long as it can.
    const { staleness } = await import("../renderers/mod.ts");
    context.warn(staleness(age.stale));
  }
  const entrypoints = leadingEntrypoints(reader, MOST_ENTRYPOINTS);
  const symbols = reader.symbolsOf(hubs.map(({ id }) => id));
  return {
    schema_version: SCHEMA_VERSION,
    command: "prime",
    ...(calibration.label === undefined ? {} : { token_profile: calibration.label }),
    ...staleMember(age),
    approx_files: rounded(files.length),
    approx_loc: rounded(files.reduce((sum, { lineCount }) => sum + lineCount, 0)),
    languages: languagesOf(files)
      .map(({ language, loc }) => ({ language, approx_loc: rounded(loc) }))
      .sort((a, b) => compareStrings(a.language, b.language)),
    dirs: topFolders(files),
    entrypoints: entrypoints.paths,
    ...(entrypoints.omitted === 0 ? {} : { entrypoints_omitted: entrypoints.omitted }),
    results: hubs.map(({ id, path, contentHash, tokenCount }) => {
      const declared = symbols.get(id) ?? [];
      const shown = leadingSymbols(declared);
      const omitted = declared.length - shown.length;
      return {
        path,
        hash: shortHash(contentHash),
        estimated_tokens: scale(tokenCount, calibration),
        ...staleMark(age, path),
        symbols: shown.map(({ name, kind, startLine, endLine, signature, doc }): PrimeSymbol => ({
          name,
          kind,
          start_line: startLine,
          end_line: endLine,
          signature,
          ...(doc === "" ? {} : { doc: docSummary(doc) }),
        })),
        ...(omitted === 0 ? {} : { symbols_omitted: omitted }),
      };
    }),
  };
}

/** The first symbols of a file: those that are members of others only where there is room left. In source order. */
function leadingSymbols(symbols: readonly StoredSymbol[]): StoredSymbol[] {
  const outer: StoredSymbol[] = [];
  const members: StoredSymbol[] = [];
  let containerEnd = 0;
  for (const symbol of symbols) {
    const isMember = symbol.startLine <= containerEnd && symbol.endLine <= containerEnd;
    (isMember ? members : outer).push(symbol);
    // What stands in a namespace is no member of it.
    if (!isMember && symbol.kind !== "namespace" && symbol.kind !== "module") containerEnd = symbol.endLine;
  }
  return [...outer, ...members].slice(0, SYMBOLS_PER_FILE).sort((a, b) => a.ordinal - b.ordinal);
}

/** Top-level folders by path, with everything below. */
function topFolders(files: readonly FileRow[]): PrimeResult["dirs"] {
  const folders = new Map<string, { loc: number; files: number }>();
  for (const { path, lineCount } of files) {
    const end = path.indexOf("/");
    if (end < 0) continue;
    const name = path.slice(0, end);
    const sums = folders.get(name) ?? { loc: 0, files: 0 };
    folders.set(name, { loc: sums.loc + lineCount, files: sums.files + 1 });
  }
  return [...folders].sort(([a], [b]) => compareStrings(a, b))
    .map(([path, sums]) => ({ path, approx_loc: rounded(sums.loc), files: rounded(sums.files) }));
}

/** Two significant digits from 100 on, so that a primer outlives small edits: 123 → 120, 999,499 → 1,000,000. */
export function rounded(count: number): number {
  if (count < 100) return count;
  const unit = 10 ** (String(count).length - 2);
  return Math.round(count / unit) * unit;
}
