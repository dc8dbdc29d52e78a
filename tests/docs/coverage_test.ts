/** Nothing that a user can meet is missing from the handbook. */
import assert from "node:assert/strict";
import { optionsFromConfig } from "../../src/instructions/mod.ts";
import { describeLanguages } from "../../src/parser/mod.ts";
import { filesBelow, handbookPages, readProjectFile } from "../../tools/docs/files.ts";
import { failureMessages } from "../../tools/docs/messages.ts";

/** Messages with less text of their own are put together from others. */
const FEWEST_CHARACTERS = 12;

async function sources(folder: string): Promise<Map<string, string>> {
  const paths = filesBelow(folder, ".ts");
  return new Map(await Promise.all(paths.map(async (path) => [path, await readProjectFile(path)] as const)));
}

function codeSpans(page: string): string[] {
  return [...page.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
}

/** Whether a code span shows a message, whatever stands in its gaps. */
function shows(span: string, message: string): boolean {
  const parts = message.replaceAll(/<\w+>/g, "…").split("…").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`).test(span);
}

Deno.test("every error message is explained", async () => {
  const spans = codeSpans(await readProjectFile("docs/troubleshooting.md"));
  const missing: string[] = [];
  let known = 0;
  for (const [path, source] of await sources("src")) {
    for (const { place, message } of failureMessages(path, source)) {
      if (message === undefined || message.replaceAll(/[…\s]/g, "").length < FEWEST_CHARACTERS) continue;
      if (spans.some((span) => shows(span, message))) known++;
      else missing.push(`${place}: ${message}`);
    }
  }
  assert.deepEqual(missing, [], "explain them in docs/troubleshooting.md");
  assert.ok(known > 50);
});

Deno.test("every lint rule is explained", async () => {
  const spans = codeSpans(await readProjectFile("docs/concepts/instruction-context.md"));
  const rules = new Set<string>();
  for (const source of (await sources("src/instructions/lint")).values()) {
    for (const match of source.matchAll(/(?:list\.add\(|report\(|: \[)\s*"([a-z]+(?:-[a-z]+)*)"/g)) {
      rules.add(match[1]!);
    }
  }
  assert.ok(rules.size > 15);
  assert.deepEqual([...rules].filter((rule) => !spans.includes(rule)).sort(), []);
});

Deno.test("every kind of reason is explained", async () => {
  const text = await readProjectFile("docs/concepts/ranking.md");
  const reasons = new Set<string>();
  for (const folder of ["src/ranker", "src/packer", "src/memory", "src/commands/changes"]) {
    for (const source of (await sources(folder)).values()) {
      for (const match of source.matchAll(/[`"]((?:[a-z]+-)*[a-z]+:)(?=\$\{)/g)) reasons.add(match[1]!);
      for (const match of source.matchAll(/"(fts|path(?:-name)?-match|penalty:[a-z-]+)"/g)) {
        reasons.add(match[1]!);
      }
    }
  }
  assert.ok(reasons.size >= 10, [...reasons].join());
  assert.deepEqual([...reasons].filter((reason) => !text.includes(`\`${reason}`)).sort(), []);
});

Deno.test("every environment variable of the program is explained", async () => {
  const spans = codeSpans(await readProjectFile("docs/configuration.md"));
  const names = new Set<string>();
  for (const source of (await sources("src")).values()) {
    for (const [name] of source.matchAll(/\bREPOCTX_[A-Z_]+\b/g)) names.add(name);
  }
  assert.ok(names.has("REPOCTX_SESSION"));
  assert.deepEqual([...names].filter((name) => !spans.includes(name)), []);
});

Deno.test("every key that a repository may set for instruction files is explained, with its default", async () => {
  const page = await readProjectFile("docs/configuration.md");
  const section = page.slice(page.indexOf("## Instruction files"), page.indexOf("## Environment"));
  const rows = [...section.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)];
  const documented = Object.fromEntries(rows.map(([, key, value]) => [key, JSON.parse(value!)]));
  assert.deepEqual(optionsFromConfig(documented), { options: documented, warnings: [] });
  const source = await readProjectFile("src/instructions/options.ts");
  const allowed = /FROM_CONFIG = new Set<string>\(\[([^\]]+)\]/.exec(source)![1]!;
  assert.deepEqual(
    [...allowed.matchAll(/"(\w+)"/g)].map((match) => match[1]).sort(),
    Object.keys(documented).sort(),
  );
});

Deno.test("the README counts the languages that are parsed", async () => {
  const parsed = (await describeLanguages()).filter(({ symbols }) => symbols.length > 0);
  assert.ok((await readProjectFile("README.md")).includes(`**${parsed.length} languages**`));
});

Deno.test("every page can be reached from the README", async () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    for (const target of relativeLinks(path, await readProjectFile(path))) {
      if (target.endsWith(".md")) reached.add(target);
    }
  }
  assert.deepEqual(handbookPages().filter((path) => !reached.has(path)), []);
});

Deno.test("every link inside of the project leads to a file, and to a heading where it names one", async () => {
  const pages = [...handbookPages(), "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "AGENTS.md"];
  const broken: string[] = [];
  for (const path of pages) {
    const text = await readProjectFile(path);
    for (const match of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [target, heading] = match[1]!.split("#") as [string, string?];
      if (/^[a-z]+:/.test(target)) continue;
      const file = target === "" ? path : resolve(path, target);
      const info = await Deno.stat(new URL(`../../${file}`, import.meta.url)).catch(() => undefined);
      if (info === undefined) broken.push(`${path}: ${match[1]}`);
      else if (heading !== undefined && !headingsOf(await readProjectFile(file)).includes(heading)) {
        broken.push(`${path}: ${match[1]}`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

function relativeLinks(path: string, text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:/.test(target)).map((target) => resolve(path, target));
}

function resolve(from: string, target: string): string {
  return new URL(target, `file:///${from}`).pathname.slice(1);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "").replaceAll(/`[^`\n]*`/g, "");
}

/** The anchors of the headings, as code hosts make them. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-")
  );
}
