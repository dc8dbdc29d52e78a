/** Reading, checking and writing `repoctx.config.json`. */
import { join } from "./path.ts";
import { type Config, RepoctxError } from "../model/mod.ts";
import { ConfigReader } from "./_config_reader.ts";

/** Name of the file that marks the root of a repository. */
export const CONFIG_FILE = "repoctx.config.json";

const DEFAULT_EXCLUDE =
  ".git node_modules dist build out bin obj target .next .nuxt .svelte-kit .turbo .angular " +
  ".gradle .venv venv __pycache__ .pytest_cache .mypy_cache .tox coverage .idea .vs";

/** The configuration of a repository that says nothing. */
export function defaultConfig(): Config {
  return {
    include: [],
    exclude: DEFAULT_EXCLUDE.split(" "),
    respectGitignore: true,
    respectGlobalExcludes: false,
    sensitiveFiles: [".env*", "*.secret.*", "appsettings.Production.json"],
    refresh: "manual",
    indexing: { maxFileSizeKb: 512, includeTests: true, includeDocs: true },
    ranking: { weights: { fts: 0.4, symbol: 0.3, graph: 0.2, path: 0.1, history: 0.3 }, synonyms: {} },
    tokens: { profile: "o200k", factor: null },
    pricing: { inputPerMtok: null, currency: "USD" },
  };
}

/** The bytes that `init` writes: every key, two spaces of indentation, a final newline. */
export function serializeConfig(config: Config): string {
  return JSON.stringify(config, undefined, 2) + "\n";
}

/**
 * Parses the text of a config file. Missing keys get their defaults at every level, unknown keys are ignored, an
 * explicit empty list stays empty.
 *
 * @param name how the file is called in messages.
 * @throws {RepoctxError} one line that names the file and the key.
 */
export function parseConfig(text: string, name: string = CONFIG_FILE): Config {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, " ") : "unreadable";
    throw new RepoctxError(`${name} is not valid JSON: ${why}`);
  }
  const read = new ConfigReader(name, value);
  const defaults = defaultConfig();
  const weights = defaults.ranking.weights;
  return {
    include: read.rootEntries("include", defaults.include),
    exclude: read.strings("exclude", defaults.exclude),
    respectGitignore: read.boolean("respectGitignore", defaults.respectGitignore),
    respectGlobalExcludes: read.boolean("respectGlobalExcludes", defaults.respectGlobalExcludes),
    sensitiveFiles: read.strings("sensitiveFiles", defaults.sensitiveFiles),
    refresh: read.choice("refresh", ["auto", "manual"], defaults.refresh),
    indexing: {
      maxFileSizeKb: read.nonNegative("indexing.maxFileSizeKb", defaults.indexing.maxFileSizeKb),
      includeTests: read.boolean("indexing.includeTests", defaults.indexing.includeTests),
      includeDocs: read.boolean("indexing.includeDocs", defaults.indexing.includeDocs),
    },
    ranking: {
      weights: {
        fts: read.nonNegative("ranking.weights.fts", weights.fts),
        symbol: read.nonNegative("ranking.weights.symbol", weights.symbol),
        graph: read.nonNegative("ranking.weights.graph", weights.graph),
        path: read.nonNegative("ranking.weights.path", weights.path),
        history: read.nonNegative("ranking.weights.history", weights.history),
      },
      synonyms: read.stringLists("ranking.synonyms"),
    },
    tokens: {
      profile: read.string("tokens.profile", defaults.tokens.profile),
      factor: read.optionalNumber("tokens.factor", (factor) => factor > 0 && factor <= 100),
    },
    pricing: {
      inputPerMtok: read.optionalNumber("pricing.inputPerMtok", (price) => price > 0),
      currency: read.string("pricing.currency", defaults.pricing.currency),
    },
  };
}

/** Larger config files are refused: they are not written by hand. */
const MAX_CONFIG_BYTES = 1_000_000;

/**
 * Reads the config file of a root.
 *
 * @throws {RepoctxError} one line that names the file and what is wrong with it.
 */
export function readConfig(root: string): Config {
  const path = join(root, CONFIG_FILE);
  let bytes: Uint8Array;
  try {
    if (Deno.statSync(path).size > MAX_CONFIG_BYTES) throw new Error("larger than 1 MB");
    bytes = Deno.readFileSync(path);
  } catch (error) {
    throw new RepoctxError(`Cannot read ${CONFIG_FILE}: ${error instanceof Error ? error.message : error}`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RepoctxError(`${CONFIG_FILE} is not UTF-8 text.`);
  }
  return parseConfig(text);
}
