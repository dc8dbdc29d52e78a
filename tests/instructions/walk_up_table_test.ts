/** Rows 1 to 51 of the table of test cases: the walk-up, links and reading. */
import assert from "node:assert/strict";
import { bundle, labels, Link, Place, skips } from "./_tree.ts";
import { contains } from "../../src/instructions/paths.ts";
import { RepoContext, RepoContextConfigError, resolveOptions } from "../../src/instructions/mod.ts";
import type { Workspace } from "../../src/instructions/mod.ts";

const encoder = new TextEncoder();
const bothLevels = { "AGENTS.md": "broad", "w/AGENTS.md": "narrow" };

/** A workspace that cannot resolve links. */
function withoutRealPath(inner: Workspace): Workspace {
  const { cwd, platform } = inner;
  return {
    cwd,
    ...(platform === undefined ? {} : { platform }),
    readFile: (path, options) => inner.readFile(path, options),
    stat: (path) => inner.stat(path),
    lstat: (path) => inner.lstat(path),
    readDir: (path) => inner.readDir(path),
  };
}

Deno.test("row 1: the parent's file comes before the working directory's", async () => {
  await using place = await Place.of(bothLevels);
  assert.deepEqual(await labels(place.workspace(), { homeDir: ".." }), ["../AGENTS.md", "AGENTS.md"]);
});

Deno.test("row 2: without a home only the working directory is scanned", async () => {
  await using place = await Place.of(bothLevels);
  const result = await bundle(place.workspace());
  assert.deepEqual(result.files.map(({ label }) => label), ["AGENTS.md"]);
  assert.deepEqual(result.scanned, ["."]);
});

Deno.test("row 3: a home three levels up is reached over levels without files", async () => {
  await using place = await Place.of({ "AGENTS.md": "broad", "w/p/a/AGENTS.md": "narrow" });
  const result = await bundle(place.workspace("w/p/a"), { homeDir: "../../.." });
  assert.deepEqual(result.files.map(({ label }) => label), ["../../../AGENTS.md", "AGENTS.md"]);
  assert.deepEqual(result.scanned, ["../../..", "../..", "..", "."]);
});

for (
  const [row, homeDir, what] of [[4, ".", "equal"], [5, "child", "a child"], [
    6,
    "../w2",
    "a sibling",
  ]] as const
) {
  Deno.test(`row ${row}: a home that is ${what} leaves the working directory alone`, async () => {
    await using place = await Place.of({ ...bothLevels, "w/child/AGENTS.md": "x", "w2/AGENTS.md": "y" });
    const result = await bundle(place.workspace(), { homeDir });
    assert.deepEqual(result.files.map(({ label }) => label), ["AGENTS.md"]);
    assert.deepEqual(result.warnings, []);
  });
}

Deno.test("row 7: a home that does not exist is a warning", async () => {
  await using place = await Place.of(bothLevels);
  const result = await bundle(place.workspace(), { homeDir: "../gone" });
  assert.deepEqual(result.files.map(({ label }) => label), ["AGENTS.md"]);
  assert.deepEqual(result.warnings, [{ code: "home_dir_unresolved", path: "../gone" }]);
});

Deno.test("row 8: a literal tilde is a name like any other", async () => {
  await using place = await Place.of(bothLevels);
  assert.deepEqual(await labels(place.workspace(), { homeDir: "~" }), ["AGENTS.md"]);
});

Deno.test("row 9: a home given through a link to the real parent counts", async () => {
  await using place = await Place.of({ ...bothLevels, elsewhere: new Link(".") });
  assert.deepEqual(await labels(place.workspace(), { homeDir: place.path("elsewhere") }), [
    "../AGENTS.md",
    "AGENTS.md",
  ]);
});

Deno.test("row 10: a working directory given through a link has the labels of the real one", async () => {
  await using place = await Place.of({ ...bothLevels, "far/link": new Link("../w") });
  assert.deepEqual(await labels(place.workspace("far/link"), { homeDir: place.root }), [
    "../AGENTS.md",
    "AGENTS.md",
  ]);
});

Deno.test("row 11: on Windows another drive is no ancestor", () => {
  assert.equal(contains("C:/", "D:/w", "windows"), false);
  assert.equal(contains("//server/a", "//server/b/w", "windows"), false);
});

Deno.test("row 12: on Windows letter case does not matter", () => {
  assert.equal(contains("c:\\Users\\ME", "C:/users/me/w", "windows"), true);
  assert.equal(contains("/Users/ME", "/users/me/w", "posix"), false);
});

Deno.test("row 13: CLAUDE.md comes before AGENTS.md by default", async () => {
  await using place = await Place.of({ "w/CLAUDE.md": "c", "w/AGENTS.md": "a" });
  assert.deepEqual(await labels(place.workspace()), ["CLAUDE.md", "AGENTS.md"]);
});

Deno.test("row 14: the order of the filenames decides", async () => {
  await using place = await Place.of({ "w/CLAUDE.md": "c", "w/AGENTS.md": "a" });
  assert.deepEqual(await labels(place.workspace(), { filenames: ["AGENTS.md", "CLAUDE.md"] }), [
    "AGENTS.md",
    "CLAUDE.md",
  ]);
});

Deno.test("row 15: a filename given twice loads once", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a" });
  const result = await bundle(place.workspace(), { filenames: ["AGENTS.md", "AGENTS.md"] });
  assert.equal(result.count, 1);
  assert.deepEqual(result.skipped, []);
});

for (const name of ["../x", "a/b", "a\\b", "", ".", "..", "a\0b"]) {
  Deno.test(`row 16: the filename ${JSON.stringify(name)} is refused`, () => {
    assert.throws(
      () => resolveOptions({ filenames: [name] }, () => "--filename"),
      (error: unknown) => {
        assert.ok(error instanceof RepoContextConfigError);
        assert.equal(error.message, `--filename takes a plain file name: ${name}`);
        assert.deepEqual([error.exitCode, error.code], [3, "invalid_filename"]);
        return true;
      },
    );
  });
}

Deno.test("row 17: without files there is no text and no failure", async () => {
  await using place = await Place.of({});
  assert.equal(
    JSON.stringify({ ...await bundle(place.workspace(), { countTokens: () => 7 }) }),
    '{"schema_version":3,"command":"instructions","trust":"instructions","scanned":["."],"count":0,"files":[],' +
      '"skipped":[],"warnings":[],"tokens":0}',
  );
});

Deno.test("row 18: a link to the other name loads once, under the target's name", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": new Link("AGENTS.md") });
  const result = await bundle(place.workspace());
  assert.deepEqual(result.files.map(({ label, link }) => [label, link]), [
    ["AGENTS.md", { entry: "CLAUDE.md", kind: "same_directory" }],
  ]);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "same_file", of: "AGENTS.md" }]);
  assert.deepEqual(result.warnings, []);
});

Deno.test("row 19: the target need not be in the filenames when it is an instruction file", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": new Link("AGENTS.md") });
  assert.deepEqual(await labels(place.workspace(), { filenames: ["CLAUDE.md"] }), ["AGENTS.md"]);
});

Deno.test("row 20: a link to another file of the directory does not load", async () => {
  await using place = await Place.of({
    "w/CONTRIBUTING.md": "a",
    "w/AGENTS.md": new Link("CONTRIBUTING.md"),
  });
  const result = await bundle(place.workspace());
  assert.equal(result.count, 0);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "link_target_not_instruction" }]);
  assert.deepEqual(result.warnings, [{ code: "link_target_not_instruction", path: "AGENTS.md" }]);
});

Deno.test("row 21: it loads, under its name, when that name is asked for", async () => {
  await using place = await Place.of({
    "w/CONTRIBUTING.md": "a",
    "w/AGENTS.md": new Link("CONTRIBUTING.md"),
  });
  assert.deepEqual(await labels(place.workspace(), { filenames: ["AGENTS.md", "CONTRIBUTING.md"] }), [
    "CONTRIBUTING.md",
  ]);
});

Deno.test("row 22: a link to .env does not load", async () => {
  await using place = await Place.of({ "w/.env": "KEY=1", "w/AGENTS.md": new Link(".env") });
  const result = await bundle(place.workspace());
  assert.equal(result.count, 0);
  assert.ok(!JSON.stringify(result).includes("KEY"));
});

Deno.test("row 23: a chain of names does not hide .env", async () => {
  await using place = await Place.of({
    "w/.env": "KEY=1",
    "w/CLAUDE.md": new Link(".env"),
    "w/AGENTS.md": new Link("CLAUDE.md"),
  });
  assert.deepEqual(await skips(place.workspace()), [
    "CLAUDE.md: link_target_not_instruction",
    "AGENTS.md: link_target_not_instruction",
  ]);
});

Deno.test("row 24: a link below the directory keeps its own name", async () => {
  await using place = await Place.of({ "w/docs/AGENTS.md": "a", "w/AGENTS.md": new Link("docs/AGENTS.md") });
  const result = await bundle(place.workspace());
  assert.deepEqual(result.files.map(({ label, link }) => [label, link?.kind]), [[
    "AGENTS.md",
    "below_directory",
  ]]);
});

Deno.test("row 25: a link below the directory to a file of another name does not load", async () => {
  await using place = await Place.of({ "w/docs/guide.md": "a", "w/AGENTS.md": new Link("docs/guide.md") });
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: link_target_not_instruction"]);
});

const shared = { "shared/team.md": "team", "w/AGENTS.md": new Link("../shared/team.md") };

Deno.test("row 26: a link out of the directory does not load", async () => {
  await using place = await Place.of(shared);
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: link_outside"]);
});

Deno.test("row 27: it loads from an authorised root", async () => {
  await using place = await Place.of(shared);
  const result = await bundle(place.workspace(), { autoloadSymlinkRoots: ["../shared"] });
  assert.deepEqual(result.files.map(({ label, link }) => [label, link]), [
    ["AGENTS.md", { entry: "AGENTS.md", kind: "authorized_root" }],
  ]);
});

Deno.test("row 28: a root does not authorise a directory whose name it begins", async () => {
  await using place = await Place.of({
    "shared/x": "",
    "shared2/x.md": "x",
    "w/AGENTS.md": new Link("../shared2/x.md"),
  });
  assert.deepEqual(await skips(place.workspace(), { autoloadSymlinkRoots: ["../shared"] }), [
    "AGENTS.md: link_outside",
  ]);
});

Deno.test("row 29: a root that is missing authorises nothing and is a warning", async () => {
  await using place = await Place.of(shared);
  const result = await bundle(place.workspace(), { autoloadSymlinkRoots: ["../gone"] });
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "link_outside" }]);
  assert.deepEqual(result.warnings, [
    { code: "symlink_root_unresolved", path: "../gone" },
    { code: "link_outside", path: "AGENTS.md" },
  ]);
});

Deno.test("row 30: a root given through a link authorises the real directory", async () => {
  await using place = await Place.of({ ...shared, alias: new Link("shared") });
  assert.deepEqual(await labels(place.workspace(), { autoloadSymlinkRoots: ["../alias"] }), ["AGENTS.md"]);
});

Deno.test("row 31: an ancestor's authorised link keeps the ancestor's label", async () => {
  await using outside = await Place.of({ "team.md": "team" });
  await using place = await Place.of({ "AGENTS.md": new Link(outside.path("team.md")) });
  const options = { homeDir: "..", autoloadSymlinkRoots: [outside.root] };
  assert.deepEqual(await labels(place.workspace(), options), ["../AGENTS.md"]);
});

Deno.test("row 32: of two links to one authorised file the first counts", async () => {
  await using place = await Place.of({
    "shared/a.md": "a",
    "w/AGENTS.md": new Link("../shared/a.md"),
    "w/CLAUDE.md": new Link("AGENTS.md"),
  });
  const options = { autoloadSymlinkRoots: ["../shared"] };
  assert.deepEqual(await labels(place.workspace(), options), ["CLAUDE.md"]);
  assert.deepEqual(await skips(place.workspace(), options), ["AGENTS.md: same_file"]);
});

Deno.test("row 33: files of an authorised root do not load without a link", async () => {
  await using place = await Place.of({ "shared/AGENTS.md": "a" });
  assert.deepEqual(await labels(place.workspace(), { autoloadSymlinkRoots: ["../shared"] }), []);
});

Deno.test("row 34: roots without link resolution are refused", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a" });
  const context = new RepoContext({ autoloadSymlinkRoots: ["../shared"] });
  await assert.rejects(
    context.forRun({ workspace: withoutRealPath(place.workspace()) }),
    RepoContextConfigError,
  );
});

Deno.test("row 35: without link resolution and roots the scan says that links were not checked", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": new Link("AGENTS.md") });
  const result = await bundle(withoutRealPath(place.workspace()));
  assert.equal(result.link_checks, "unavailable");
  assert.deepEqual(result.files.map(({ label }) => label), ["CLAUDE.md"]);
});

Deno.test("row 36: a link that leaves before it comes back is followed as the system does", async () => {
  await using place = await Place.of({
    "out/deep/x": null,
    "out/AGENTS.md": "secret words",
    "w/AGENTS.md": new Link("lnk/../AGENTS.md"),
    "w/lnk": new Link("../out/deep"),
  });
  const result = await bundle(place.workspace());
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "link_outside" }]);
  assert.ok(!JSON.stringify(result).includes("secret words"));
});

Deno.test("row 37: a link to nothing is broken", async () => {
  await using place = await Place.of({ "w/AGENTS.md": new Link("gone.md") });
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: broken_link"]);
});

Deno.test("row 38: a link to itself is broken", async () => {
  await using place = await Place.of({ "w/AGENTS.md": new Link("AGENTS.md") });
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: broken_link"]);
});

Deno.test("row 39: a directory with the name is no file", async () => {
  await using place = await Place.of({ "w/AGENTS.md": null, "w/CLAUDE.md": "c" });
  assert.deepEqual(await labels(place.workspace()), ["CLAUDE.md"]);
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: not_a_file"]);
});

Deno.test({
  name: "row 40: a FIFO is not opened",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using place = await Place.of({});
    await new Deno.Command("mkfifo", { args: [place.path("w/AGENTS.md")] }).output();
    assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: not_a_file"]);
  },
});

Deno.test("row 41: equal text loads where it is broadest", async () => {
  await using place = await Place.of({ "AGENTS.md": "same\n", "w/AGENTS.md": "same" });
  const result = await bundle(place.workspace(), { homeDir: ".." });
  assert.deepEqual(result.files.map(({ label }) => label), ["../AGENTS.md"]);
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "same_content", of: "../AGENTS.md" }]);
});

Deno.test("row 42: line ends do not make a difference", async () => {
  await using place = await Place.of({ "AGENTS.md": "one\r\ntwo\r\n", "w/AGENTS.md": "one\ntwo\n" });
  assert.deepEqual(await labels(place.workspace(), { homeDir: ".." }), ["../AGENTS.md"]);
});

async function bodyOf(bytes: Uint8Array | string): Promise<string | undefined> {
  await using place = await Place.of({ "w/AGENTS.md": bytes });
  const { text } = await bundle(place.workspace());
  return text?.slice('<context-file path="AGENTS.md">\n'.length, -"\n</context-file>".length);
}

Deno.test("row 43: a byte order mark and CRLF do not reach the text", async () => {
  assert.equal(await bodyOf("\ufeffa\r\n"), "a");
  assert.equal(await bodyOf("a\rb\r"), "a\nb");
});

Deno.test("row 44: UTF-16 with a byte order mark is read", async () => {
  assert.equal(await bodyOf(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62, 0])), "ab");
  assert.equal(await bodyOf(new Uint8Array([0xfe, 0xff, 0, 0x61, 0, 0x62])), "ab");
});

Deno.test("row 45: bytes that are no UTF-8 become U+FFFD and a warning", async () => {
  await using place = await Place.of({ "w/AGENTS.md": new Uint8Array([0x63, 0x61, 0x66, 0xe9]) });
  const result = await bundle(place.workspace());
  assert.equal(result.text, '<context-file path="AGENTS.md">\ncaf\ufffd\n</context-file>');
  assert.deepEqual(result.warnings, [{ code: "lossy_encoding", path: "AGENTS.md" }]);
});

Deno.test("row 46: NUL bytes make a file binary", async () => {
  await using place = await Place.of({ "w/AGENTS.md": new Uint8Array([0x61, 0, 0x62]) });
  assert.deepEqual(await skips(place.workspace()), ["AGENTS.md: binary"]);
});

Deno.test("row 47: a file of blanks and newlines is empty and no warning", async () => {
  await using place = await Place.of({ "w/AGENTS.md": " \n\t\r\n\n", "w/CLAUDE.md": "" });
  const result = await bundle(place.workspace());
  assert.deepEqual(result.skipped.map(({ reason }) => reason), ["empty", "empty"]);
  assert.deepEqual(result.warnings, []);
});

Deno.test("row 48: a file over the limit is skipped whole, one at the limit is not cut", async () => {
  const mebibyte = "a".repeat(1024 * 1024);
  await using place = await Place.of({ "w/AGENTS.md": mebibyte + "a", "w/CLAUDE.md": mebibyte });
  const result = await bundle(place.workspace());
  assert.deepEqual(result.skipped, [{ path: "AGENTS.md", reason: "too_large" }]);
  assert.equal(result.files[0]?.bytes, 1024 * 1024);
  assert.ok(result.text?.includes(mebibyte));
});

Deno.test("row 49: an unreadable file is a warning, not a failure", async () => {
  await using place = await Place.of({ "w/AGENTS.md": "a", "w/CLAUDE.md": "c" });
  // Whoever runs the tests may be allowed to read everything, so the refusal is played.
  const local = place.workspace();
  const workspace: Workspace = Object.assign(Object.create(local), {
    cwd: local.cwd,
    readFile: (path: string) =>
      path.endsWith("AGENTS.md")
        ? Promise.reject(Object.assign(new Error("denied"), { code: "EACCES" }))
        : local.readFile(path),
  });
  const result = await bundle(workspace);
  assert.deepEqual(result.files.map(({ label }) => label), ["CLAUDE.md"]);
  assert.deepEqual(result.warnings, [{ code: "unreadable", path: "AGENTS.md" }]);
});

Deno.test("row 50: a name in other letter case does not load and is a warning", async () => {
  await using place = await Place.of({ "w/agents.md": "a" });
  const result = await bundle(place.workspace());
  assert.equal(result.count, 0);
  assert.deepEqual(result.warnings, [{ code: "case_variant", path: "agents.md" }]);
});

Deno.test("row 51: trailing blanks stay, trailing newlines go", async () => {
  await using place = await Place.of({ "w/AGENTS.md": encoder.encode("be nice  \n\n") });
  const result = await bundle(place.workspace());
  assert.ok(result.text?.endsWith("be nice  \n</context-file>"));
});
