import type { Language } from "web-tree-sitter";
// Both imports only put the packages into the module graph: without them `import.meta.resolve` cannot name a file in
// them when this module itself was loaded over the network.
import cursorlessPackage from "@cursorless/tree-sitter-wasms/package.json" with { type: "json" };
import vscodePackage from "@vscode/tree-sitter-wasm/package.json" with { type: "json" };

/** Where a grammar comes from. */
interface GrammarSource {
  readonly package: "vscode" | "cursorless";
  readonly file: string;
}

const SOURCES = {
  "bash": { package: "vscode", file: "tree-sitter-bash.wasm" },
  "c": { package: "cursorless", file: "tree-sitter-c.wasm" },
  "c-sharp": { package: "vscode", file: "tree-sitter-c-sharp.wasm" },
  "cpp": { package: "vscode", file: "tree-sitter-cpp.wasm" },
  "go": { package: "vscode", file: "tree-sitter-go.wasm" },
  "java": { package: "vscode", file: "tree-sitter-java.wasm" },
  "javascript": { package: "vscode", file: "tree-sitter-javascript.wasm" },
  "kotlin": { package: "cursorless", file: "tree-sitter-kotlin.wasm" },
  "php": { package: "vscode", file: "tree-sitter-php.wasm" },
  "python": { package: "vscode", file: "tree-sitter-python.wasm" },
  "ruby": { package: "vscode", file: "tree-sitter-ruby.wasm" },
  "rust": { package: "vscode", file: "tree-sitter-rust.wasm" },
  "swift": { package: "cursorless", file: "tree-sitter-swift.wasm" },
  "tsx": { package: "vscode", file: "tree-sitter-tsx.wasm" },
  "typescript": { package: "vscode", file: "tree-sitter-typescript.wasm" },
} as const satisfies Record<string, GrammarSource>;

/** Grammars that can be loaded. */
export type GrammarName = keyof typeof SOURCES;

/** Package folders the grammars are read from; the versions are those of deno.json, which a test checks. */
export const GRAMMAR_PACKAGES = {
  vscode: { name: vscodePackage.name, version: "0.3.1", folder: "npm:@vscode/tree-sitter-wasm@0.3.1/wasm/" },
  cursorless: {
    name: cursorlessPackage.name,
    version: "0.7.0",
    folder: "npm:@cursorless/tree-sitter-wasms@0.7.0/out/",
  },
} as const;

/** Address of a grammar's file. */
export function grammarUrl(name: GrammarName): URL {
  const source: GrammarSource = SOURCES[name];
  return new URL(import.meta.resolve(`${GRAMMAR_PACKAGES[source.package].folder}${source.file}`));
}

/**
 * Where the compile step puts the parser's WebAssembly files, compressed: embedding the packages would take ten times
 * the room. Only a built program has this folder.
 */
const SHIPPED_FOLDER = new URL("../../build/grammars/", import.meta.url);

/** A file that was put beside the program, if it was. */
async function readShipped(file: string): Promise<Uint8Array | undefined> {
  let compressed: Uint8Array<ArrayBuffer>;
  try {
    compressed = await Deno.readFile(new URL(`${file}.gz`, SHIPPED_FOLDER));
  } catch {
    return undefined;
  }
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Brings up the runtime of web-tree-sitter; further calls do nothing. */
export async function startTreeSitter(): Promise<void> {
  const { Parser } = await import("web-tree-sitter");
  const wasmBinary = await readShipped("web-tree-sitter.wasm");
  await Parser.init(wasmBinary === undefined ? {} : { wasmBinary });
}

/** Loads a grammar. {@link startTreeSitter} must have been called. */
export async function loadGrammar(name: GrammarName): Promise<Language> {
  const { Language } = await import("web-tree-sitter");
  const { file } = SOURCES[name];
  return await Language.load(await readShipped(file) ?? await Deno.readFile(grammarUrl(name)));
}
