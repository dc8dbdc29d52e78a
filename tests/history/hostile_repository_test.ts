import assert from "node:assert/strict";
import { join } from "node:path";
import type { History } from "../../src/model/mod.ts";
import { readBlobs, readHistory, readRevision } from "../../src/history/mod.ts";
import { TestRepository, withEnvironment } from "./_repository.ts";

/** A way in which a repository could have a program of its own run. */
interface Vector {
  name: string;
  /** `$program` stands for the program, which leaves a mark when it runs. */
  config: Record<string, string>;
  attributes?: string;
  /** Prepares more than config. */
  prepare?: (repository: TestRepository, program: string) => Promise<void>;
  /** A command with which git, left to itself, runs the program: the proof that the vector is live. */
  live?: string[];
}

const VECTORS: Vector[] = [
  { name: "external diff", config: { "diff.external": "$program" }, live: ["log", "-p", "--ext-diff"] },
  {
    name: "diff driver command",
    config: { "diff.evil.command": "$program" },
    attributes: "* diff=evil",
    live: ["log", "-p", "--ext-diff"],
  },
  {
    name: "text conversion",
    config: { "diff.evil.textconv": "$program", "diff.evil.cachetextconv": "true" },
    attributes: "* diff=evil",
    live: ["log", "-p"],
  },
  { name: "file system monitor", config: { "core.fsmonitor": "$program" }, live: ["status"] },
  {
    name: "signature check",
    config: { "gpg.program": "$program", "gpg.ssh.program": "$program", "log.showSignature": "true" },
    prepare: signHead,
    live: ["log"],
  },
  // Only a terminal makes git use a pager, so this one has no proof.
  { name: "pager", config: { "core.pager": "$program", "pager.log": "$program" } },
  { name: "alias of a command", config: { "alias.log": "!$program", "alias.l": "!$program" }, live: ["l"] },
  {
    name: "fetch of missing contents over ssh",
    config: { ...promisor("ssh://example.invalid/x"), "core.sshCommand": "$program" },
    prepare: loseContents,
    live: ["log", "-p"],
  },
  {
    name: "fetch of missing contents through a transport helper",
    config: { ...promisor("ext::$program"), "protocol.allow": "always", "protocol.ext.allow": "always" },
    prepare: loseContents,
    live: ["log", "-p"],
  },
  {
    name: "fetch of missing contents by a local program",
    config: { ...promisor("."), "remote.origin.uploadpack": "$program", "protocol.file.allow": "always" },
    prepare: loseContents,
    live: ["log", "-p"],
  },
  {
    name: "fetch of missing contents through a proxy program",
    config: { ...promisor("git://example.invalid/x"), "core.gitProxy": "$program" },
    prepare: loseContents,
    live: ["log", "-p"],
  },
  {
    name: "credential helper",
    config: {
      ...promisor("http://127.0.0.1:9/x"),
      "credential.helper": "!$program",
      "core.askPass": "$program",
    },
    prepare: loseContents,
  },
  {
    name: "hooks",
    config: {},
    prepare: writeHooks,
    live: ["commit", "--allow-empty", "--message", "another"],
  },
  { name: "hooks elsewhere", config: { "core.hooksPath": ".git/hooks" }, prepare: writeHooks },
  {
    name: "filters",
    config: {
      "filter.evil.clean": "$program",
      "filter.evil.smudge": "$program",
      "filter.evil.process": "$program",
    },
    attributes: "* filter=evil",
    live: ["add", "--all"],
  },
  {
    name: "settings in an included file",
    config: { "include.path": "../included" },
    attributes: "* diff=evil",
    prepare: (repository, program) =>
      repository.write(
        "included",
        `[diff]\n\texternal = ${program}\n[diff "evil"]\n\ttextconv = ${program}\n`,
      ),
    live: ["log", "-p"],
  },
  {
    name: "other programs",
    config: {
      "core.editor": "$program",
      "core.alternateRefsCommand": "$program",
      "sequence.editor": "$program",
      "interactive.diffFilter": "$program",
      "merge.evil.driver": "$program",
      "diff.tool": "evil",
      "difftool.evil.cmd": "$program",
      "trailer.evil.command": "$program",
      "uploadpack.packObjectsHook": "$program",
      "notes.displayRef": "*",
      "log.diffMerges": "remerge",
    },
    attributes: "* merge=evil",
  },
];

for (const vector of VECTORS) {
  Deno.test({
    name: `reading the history does not run a program by way of: ${vector.name}`,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      await using repository = await TestRepository.create();
      const { program, hasRun } = await markingProgram(repository);
      await repository.commit("first", { "a.ts": "const first = 1;\n" });
      await repository.commit("second", { "a.ts": "const second = 2;\n", "b.ts": "const b = 1;\n" });
      await vector.prepare?.(repository, program);
      if (vector.attributes !== undefined) await repository.write(".gitattributes", `${vector.attributes}\n`);
      for (const [key, value] of Object.entries(vector.config)) {
        await repository.git("config", key, value.replace("$program", program));
      }

      const history = await readHistory(repository.root);
      const revision = await readRevision(repository.root, "HEAD");
      await readBlobs(repository.root, revision!.files.map(({ blob }) => blob), 1000, () => {});
      assert.equal(await hasRun(), false);
      assert.ok(history !== undefined && history.commits.length >= 2);

      if (vector.live !== undefined) {
        await repository.git(...vector.live).catch(() => {});
        assert.equal(await hasRun(), true, "the vector does nothing");
      }
    },
  });
}

Deno.test({
  name: "a program called git in the repository is not run, wherever the search path leads",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using repository = await TestRepository.of({ "src/a.ts": "const first = 1;\n" });
    const { program, hasRun } = await markingProgram(repository);
    for (const folder of [".", "node_modules/.bin"]) {
      await repository.write(`${folder}/git`, `#!/bin/sh\n${program}\n`);
      await Deno.chmod(join(repository.root, folder, "git"), 0o755);
    }
    const before = Deno.cwd();
    const path = `.:node_modules/.bin:${repository.root}:${repository.root}/node_modules/.bin::${
      Deno.env.get("PATH")
    }`;
    try {
      Deno.chdir(repository.root);
      await withEnvironment({ PATH: path }, async () => {
        for (const root of [repository.root, join(repository.root, "src")]) {
          assert.equal((await readHistory(root))?.commits.length, 1);
        }
      });
    } finally {
      Deno.chdir(before);
    }
    assert.equal(await hasRun(), false);
  },
});

Deno.test({
  name: "a repository that git takes for someone else's has no history",
  ignore: Deno.build.os === "windows" || Deno.uid() !== 0,
  fn: async () => {
    await using repository = await TestRepository.of({ "a.ts": "const first = 1;\n" });
    await Deno.chown(repository.root, 12345, 12345);
    await Deno.chown(join(repository.root, ".git"), 12345, 12345);
    await repository.git("config", "--file", ".git/config", "safe.directory", "*");
    assert.equal(await readHistory(repository.root), undefined);
  },
});

Deno.test("neither config nor environment changes what is read", async () => {
  await using repository = await TestRepository.create();
  await repository.commit("first", {
    "a.ts": "const a = 1;\nconst b = 2;\nconst c = 3;\n",
    "src/ümlaut.ts": "x",
  });
  await repository.commit("second\n\nBody: ünï", {
    "a.ts": "const a = 1;\nconst d = 4;\nconst c = 3;\nconst e = 5;\n",
  });
  await repository.git("mv", "a.ts", "z.ts");
  await repository.commit("third", { "src/ümlaut.ts": "const last = 1;\n" });
  const readAll = (): Promise<(History | undefined)[]> =>
    Promise.all([readHistory(repository.root), readHistory(join(repository.root, "src"))]);
  const expected = await readAll();
  assert.deepEqual(expected.map((history) => history?.commits.length), [3, 2]);

  const settings: Record<string, string> = {
    "color.ui": "always",
    "core.abbrev": "4",
    "core.commitGraph": "false",
    "core.quotePath": "false",
    "diff.algorithm": "patience",
    "diff.colorMoved": "zebra",
    "diff.context": "5",
    "diff.dirstat": "lines",
    "diff.ignoreSubmodules": "none",
    "diff.indentHeuristic": "false",
    "diff.interHunkContext": "10",
    "diff.mnemonicPrefix": "true",
    "diff.noprefix": "true",
    "diff.orderFile": "/dev/zero",
    "diff.relative": "true",
    "diff.renames": "copies",
    "diff.submodule": "log",
    "diff.suppressBlankEmpty": "true",
    "diff.wordRegex": ".",
    "diff.wsErrorHighlight": "all",
    "format.notes": "true",
    "format.pretty": "oneline",
    "i18n.logOutputEncoding": "ISO-8859-1",
    "log.abbrevCommit": "true",
    "log.date": "relative",
    "log.decorate": "full",
    "log.follow": "true",
    "log.mailmap": "true",
    "log.showRoot": "false",
    "log.showSignature": "true",
    "mailmap.file": "/dev/zero",
    "notes.displayRef": "*",
  };
  for (const [key, value] of Object.entries(settings)) await repository.git("config", key, value);
  await repository.git("notes", "add", "--message", "a note", "HEAD");
  await repository.git("replace", "HEAD", "HEAD~1");
  await repository.write(
    ".git/info/grafts",
    `${await repository.git("--no-replace-objects", "rev-parse", "HEAD~1")}\n`,
  );
  const environment = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "log.showRoot",
    GIT_CONFIG_VALUE_0: "false",
    GIT_DIFF_OPTS: "--unified=9",
    GIT_DIR: "/nowhere",
    GIT_EXTERNAL_DIFF: "false",
    GIT_INDEX_FILE: "/nowhere",
    GIT_OBJECT_DIRECTORY: "/nowhere",
    GIT_TRACE: "1",
    GIT_WORK_TREE: "/nowhere",
    LC_ALL: "de_DE.UTF-8",
    TZ: "Asia/Tokyo",
  };
  await withEnvironment(
    environment,
    async () => assert.deepEqual(await readAll(), expected),
  );
});

/** A program outside the work tree's history that leaves a mark when it is run. */
async function markingProgram(
  repository: TestRepository,
): Promise<{ program: string; hasRun: () => Promise<boolean> }> {
  const program = join(repository.root, ".git", "program");
  const mark = join(repository.root, ".git", "mark");
  await Deno.writeTextFile(program, `#!/bin/sh\ntouch '${mark}'\n`);
  await Deno.chmod(program, 0o755);
  return { program, hasRun: () => Deno.lstat(mark).then(() => true, () => false) };
}

/** Config of a partial clone that gets missing contents from an address. */
function promisor(url: string): Record<string, string> {
  return {
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.url": url,
    "remote.origin.promisor": "true",
    "remote.origin.partialCloneFilter": "blob:none",
  };
}

async function loseContents(repository: TestRepository): Promise<void> {
  const sha = await repository.git("rev-parse", "HEAD~1:a.ts");
  await Deno.remove(join(repository.root, ".git", "objects", sha.slice(0, 2), sha.slice(2)));
}

async function writeHooks(repository: TestRepository, program: string): Promise<void> {
  const names = [
    "pre-commit",
    "post-checkout",
    "post-index-change",
    "reference-transaction",
    "pre-auto-gc",
    "post-commit",
  ];
  for (const name of names) {
    await repository.write(`.git/hooks/${name}`, `#!/bin/sh\n${program}\n`);
    await Deno.chmod(join(repository.root, ".git", "hooks", name), 0o755);
  }
}

/** Puts a commit with a signature on top. */
async function signHead(repository: TestRepository): Promise<void> {
  const person = "Ann <ann@example.org> 1700000000 +0000";
  const lines = [
    `tree ${await repository.git("rev-parse", "HEAD^{tree}")}`,
    `parent ${await repository.git("rev-parse", "HEAD")}`,
    `author ${person}`,
    `committer ${person}`,
    "gpgsig -----BEGIN PGP SIGNATURE-----",
    " ",
    " x",
    " -----END PGP SIGNATURE-----",
    "",
    "signed",
  ];
  const commit = new TextEncoder().encode(lines.join("\n"));
  const sha = await repository.gitBytes(["hash-object", "-w", "-t", "commit", "--stdin"], commit);
  await repository.git("update-ref", "refs/heads/main", new TextDecoder().decode(sha).trim());
}
