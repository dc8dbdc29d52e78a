/** Rows 99 to 105 of the table of test cases. */
import assert from "node:assert/strict";
import { bundle, Link, Place } from "./_tree.ts";
import {
  type ConversationState,
  type FileEntry,
  optionsFromConfig,
  RepoContext,
  RepoContextWorkspaceError,
  type Workspace,
} from "../../src/instructions/mod.ts";
import { isShareBody } from "../../src/instructions/links.ts";

/** A Windows disk in memory that takes note of what is asked of it. */
class WindowsDisk implements Workspace {
  readonly cwd = "C:/w";
  readonly platform = "windows";
  readonly calls: string[] = [];

  /** Paths with text, null for a directory, or a link's body. */
  constructor(readonly entries: Record<string, string | null | { body: string }>) {}

  #entry(path: string): FileEntry {
    const value = this.entries[path];
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (value === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
    if (value === null) return { name, kind: "directory" };
    return typeof value === "string" ? { name, kind: "file", size: value.length } : { name, kind: "link" };
  }

  stat(path: string): Promise<FileEntry> {
    this.calls.push(`stat ${path}`);
    return Promise.resolve().then(() => this.#entry(path));
  }

  lstat(path: string): Promise<FileEntry> {
    return Promise.resolve().then(() => this.#entry(path));
  }

  readLink(path: string): Promise<string> {
    return Promise.resolve((this.entries[path] as { body: string }).body);
  }

  realPath(path: string): Promise<string> {
    this.calls.push(`realPath ${path}`);
    return Promise.resolve().then(() => (this.#entry(path), path));
  }

  readFile(path: string): Promise<Uint8Array> {
    return Promise.resolve(new TextEncoder().encode(this.entries[path] as string));
  }

  async *readDir(path: string): AsyncIterable<FileEntry> {
    for (const entry of Object.keys(this.entries)) {
      if (entry.slice(0, entry.lastIndexOf("/")) === path) yield await this.lstat(entry);
    }
  }
}

for (
  const [what, entries] of Object.entries({
    "a link": { "C:/w/AGENTS.md": { body: "\\\\server\\share\\x" } },
    "a link through a linked directory": {
      "C:/w/AGENTS.md": { body: "lnk\\x" },
      "C:/w/lnk": { body: "//server/share" },
    },
    "a chain of links": {
      "C:/w/AGENTS.md": { body: "b" },
      "C:/w/b": { body: "\\\\?\\UNC\\server\\share\\x" },
    },
  })
) {
  Deno.test(`row 99: on Windows ${what} to a share is not followed`, async () => {
    const disk = new WindowsDisk({ "C:": null, "C:/w": null, ...entries });
    const result = await bundle(disk);
    assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "link_outside" }]);
    assert.deepEqual(disk.calls.filter((call) => !call.endsWith(" C:/w")), []);
  });
}

Deno.test("row 99: bodies that name a host, and bodies that do not", () => {
  for (
    const body of [
      "\\\\server\\share",
      "//server/share/x",
      "\\\\?\\UNC\\s\\x",
      "\\??\\UNC\\s\\x",
      "\\\\.\\pipe\\x",
    ]
  ) {
    assert.equal(isShareBody(body), true, body);
  }
  for (
    const body of ["\\\\wsl$\\Ubuntu\\x", "C:\\x", "\\\\?\\C:\\x", "\\x", "..\\x", "\\\\?\\UNC\\wsl$\\x"]
  ) {
    assert.equal(isShareBody(body), false, body);
  }
});

Deno.test("on Windows a plain file in the working directory loads", async () => {
  const result = await bundle(new WindowsDisk({ "C:": null, "C:/w": null, "C:/w/AGENTS.md": "a" }));
  assert.equal(result.text, '<context-file path="AGENTS.md">\na\n</context-file>');
});

Deno.test("row 100: two names of one file load once", async () => {
  await using place = await Place.of({ "w/CLAUDE.md": "a" });
  await Deno.link(place.path("w/CLAUDE.md"), place.path("w/AGENTS.md"));
  const result = await bundle(place.workspace());
  assert.deepEqual(result.files.map(({ label }) => label), ["CLAUDE.md"]);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "same_content", of: "CLAUDE.md" }]);
});

Deno.test("row 101: a repository cannot widen what is read of it", () => {
  const { options, warnings } = optionsFromConfig({
    homeDir: "/",
    autoloadSymlinkRoots: ["/"],
    filenames: [".env"],
    assetRoots: ["../up"],
    nestedInject: "contents",
    nestedTraversal: "yes",
    colour: "red",
  });
  assert.deepEqual(options, { nestedInject: "contents" });
  assert.deepEqual(
    warnings,
    ["homeDir", "autoloadSymlinkRoots", "filenames", "assetRoots", "nestedTraversal", "colour"].map((
      key,
    ) => ({
      code: "config_key_ignored",
      path: "repoctx.config.json",
      detail: `instructions.${key}`,
    })),
  );
});

Deno.test("row 101: what a repository may set", () => {
  const section = { filenames: ["TEAM.md"], assetRoots: [".claude", "a/../b"], autoloadInstructions: false };
  assert.deepEqual(optionsFromConfig(section), { options: section, warnings: [] });
  for (const root of ["/x", "..", "a/../../b", "C:\\x", "\\x", "..\\x"]) {
    assert.equal(optionsFromConfig({ assetRoots: [root] }).warnings.length, 1, root);
  }
  for (const section of [null, [], "x", 3]) assert.equal(optionsFromConfig(section).warnings.length, 1);
});

Deno.test("row 102: a sensitive file does not load from an authorised root either", async () => {
  await using place = await Place.of({
    "shared/.env.local": "KEY",
    "w/AGENTS.md": new Link("../shared/.env.local"),
  });
  const result = await bundle(place.workspace(), { autoloadSymlinkRoots: ["../shared"] });
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "sensitive" }]);
});

Deno.test("a sensitive name does not load even when it is asked for", async () => {
  await using place = await Place.of({ "w/.ENV": "KEY", "w/team.secret.md": "KEY" });
  const result = await bundle(place.workspace(), { filenames: [".ENV", "team.secret.md"] });
  assert.deepEqual(result.skipped.map(({ reason }) => reason), ["sensitive", "sensitive"]);
});

Deno.test("row 103: a run without a workspace fails at once", async () => {
  const context = new RepoContext();
  for (const request of [undefined, {}, { workspace: undefined }, { workspace: null }]) {
    await assert.rejects(context.forRun(request as never), RepoContextWorkspaceError);
  }
});

Deno.test("a working directory that is missing, or a file, fails at once", async () => {
  await using place = await Place.of({ "w/file": "" });
  for (const cwd of ["gone", "w/file"]) {
    await assert.rejects(
      new RepoContext().forRun({ workspace: place.workspace(cwd) }),
      RepoContextWorkspaceError,
    );
  }
});

const nested = { "w/AGENTS.md": "root", "w/packages/foo/AGENTS.md": "foo" };

Deno.test("row 104: with nested files off events yield nothing", async () => {
  await using place = await Place.of(nested);
  const run = await new RepoContext({ nestedTraversal: false }).forRun({ workspace: place.workspace() });
  assert.deepEqual(await run.onFileRead({ path: "packages/foo/x" }), []);
  assert.deepEqual(await run.onDirectoryListed({ path: "packages/foo" }), []);
});

Deno.test("row 105: a later run repeats a note only when the history has lost it", async () => {
  await using place = await Place.of(nested);
  const context = new RepoContext({ nestedTraversal: true });
  const first = await context.forRun({ workspace: place.workspace() });
  assert.equal((await first.onFileRead({ path: "packages/foo/x" })).length, 1);
  const conversation: ConversationState = JSON.parse(JSON.stringify(first.conversation));

  const holds = await context.forRun({ workspace: place.workspace(), conversation });
  holds.syncHistory([{ directory: "packages/foo" }]);
  assert.deepEqual(await holds.onFileRead({ path: "packages/foo/x" }), []);

  const lost = await context.forRun({ workspace: place.workspace(), conversation });
  lost.syncHistory([]);
  assert.equal((await lost.onFileRead({ path: "packages/foo/x" })).length, 1);
});

Deno.test("a note that only the history knows of is not repeated, under another name either", async () => {
  await using place = await Place.of({ ...nested, "w/alias": new Link("packages/foo") });
  const run = await new RepoContext({ nestedTraversal: true }).forRun({ workspace: place.workspace() });
  run.syncHistory([{ directory: "alias" }]);
  assert.deepEqual(await run.onDirectoryListed({ path: "packages/foo" }), []);
});

Deno.test("a state that is none is refused", async () => {
  await using place = await Place.of(nested);
  for (
    const conversation of [{}, [], "x", { version: 2 }, { version: 1, prefix: 1, files: [], surfaced: [] }]
  ) {
    await assert.rejects(
      new RepoContext().forRun({ workspace: place.workspace(), conversation: conversation as never }),
      /conversation is not a state/,
    );
  }
});

Deno.test("unknown options and wrong types are refused by name", () => {
  assert.throws(() => new RepoContext({ workspaceDir: "." } as never), /Unknown option workspaceDir/);
  assert.throws(() => new RepoContext({ traversalToolNames: [] } as never), /Unknown option/);
  assert.throws(
    () => new RepoContext({ nestedInject: "body" as never }),
    /nestedInject must be "pointer" or "contents"/,
  );
  assert.throws(() => new RepoContext({ filenames: "AGENTS.md" as never }), /filenames must be a list/);
});
