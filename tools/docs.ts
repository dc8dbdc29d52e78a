/**
 * Writes everything in the documentation that the program can say of itself: the pages of commands and languages, the
 * table of the configuration, the outputs of examples, the picture of the README, and NOTICE.
 *
 * ```
 * deno run -A tools/docs.ts
 * ```
 */
import { dirname, join } from "node:path";
import { completionsCommand } from "../src/cli/completions.ts";
import { commandTable, loadCommands } from "../src/commands/mod.ts";
import { mcp } from "../src/mcp/mod.ts";
import { describeLanguages } from "../src/parser/mod.ts";
import { defaultConfig } from "../src/repository/mod.ts";
import { COMMAND_FOLDER, commandPages } from "./docs/command_pages.ts";
import { configTable } from "./docs/config_table.ts";
import { Demo, withExamples } from "./docs/examples.ts";
import { filesBelow, handbookPages, readProjectFile } from "./docs/files.ts";
import { hostTable } from "./docs/host_table.ts";
import { LANGUAGE_PAGE, languagePage } from "./docs/language_page.ts";
import { fencedBlock } from "./docs/markdown.ts";
import { noticeText } from "./docs/notice.ts";
import { drawRun, PICTURE } from "./docs/picture.ts";
import { readCommandLine } from "./docs/shell_line.ts";

/** Parts of hand-written pages, by the name between `<!-- generated: … -->` and `<!-- end -->`. */
const PARTS: Readonly<Record<string, () => string | Promise<string>>> = {
  keys: () => configTable(defaultConfig()),
  exclude: () => fencedBlock("text", defaultConfig().exclude.join(" ")),
  hosts: hostTable,
};
const PART = /(<!-- generated: (\w+) -->)[\s\S]*?(<!-- end -->)/g;

/** What the picture shows. */
const PICTURED = 'repoctx context "fix the retry delay" --detail auto --top 1 --response-budget-tokens 600';

/** Every page that is generated or has generated parts, and the picture, as they should be now, by path. */
export async function generate(): Promise<Map<string, string>> {
  const commands = await loadCommands([...commandTable, mcp]);
  const all = [...commands, completionsCommand(commands)];
  const schemas = filesBelow("docs/schemas", ".json").map((path) => path.slice("docs/schemas/".length));
  const pages = commandPages(all, schemas);
  pages.set(LANGUAGE_PAGE, languagePage(await describeLanguages()));
  for (const path of handbookPages().filter((path) => !pages.has(path) && !path.startsWith(COMMAND_FOLDER))) {
    pages.set(path, await withParts(await withExamples(await readProjectFile(path))));
  }
  const files = await formatted(pages);
  files.set(PICTURE, await picture());
  return files;
}

async function withParts(page: string): Promise<string> {
  let result = page;
  for (const [whole, begin, name, end] of page.matchAll(PART)) {
    const part = PARTS[name!];
    if (part === undefined) throw new Error(`Nothing generates "${name}".`);
    const text = await part();
    result = result.replace(whole, () => `${begin}\n\n${text}\n\n${end}`);
  }
  return result;
}

/** Command pages that no command stands behind any more. */
export function orphans(generated: ReadonlyMap<string, string>): string[] {
  return filesBelow(COMMAND_FOLDER, ".md").filter((path) => !generated.has(path));
}

/**
 * A text without what every change of the program changes: receipts, states and times. Documents that differ in
 * nothing else are equally true.
 */
export function settled(text: string): string {
  return text.replaceAll(/\b[A-Za-z0-9_-]{43}\b/g, "RECEIPT").replaceAll(/\b[0-9a-f]{12}\b/g, "STATE")
    .replaceAll(/\b\d+ ms\b/g, "N ms").replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, "DATE");
}

async function picture(): Promise<string> {
  await using demo = await Demo.create();
  const { stdout } = await demo.run(readCommandLine(PICTURED).args);
  return drawRun(PICTURED, stdout);
}

/** The pages as `deno fmt` writes them, which the gate asks for. */
async function formatted(pages: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-docs-" });
  try {
    for (const [path, text] of pages) {
      await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
      await Deno.writeTextFile(join(folder, path), text);
    }
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["fmt", "--quiet", "--line-width", "110", folder],
      env: { DENO_NO_UPDATE_CHECK: "1" },
    }).output();
    if (!success) throw new Error(`deno fmt failed:\n${new TextDecoder().decode(stderr)}`);
    const texts = [...pages.keys()].map(async (path) =>
      [path, await Deno.readTextFile(join(folder, path))] as const
    );
    return new Map(await Promise.all(texts));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  Deno.chdir(new URL("../", import.meta.url));
  const files = await generate();
  files.set("NOTICE", await noticeText());
  for (const [path, text] of files) {
    const before = await Deno.readTextFile(path).catch(() => undefined);
    if (before === text) continue;
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, text);
    await Deno.stdout.write(new TextEncoder().encode(`wrote ${path}\n`));
  }
  for (const path of orphans(files)) await Deno.remove(path);
}
