import assert from "node:assert/strict";
import { globalExcludesFile } from "../../src/history/mod.ts";
import { withEnvironment } from "./_repository.ts";

/** A home folder with the files given. */
async function withHome(
  files: Record<string, string>,
  test: (home: string) => Promise<void>,
): Promise<void> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${home}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
      await Deno.writeTextFile(`${home}/${path}`, text);
    }
    await withEnvironment(
      { HOME: home, XDG_CONFIG_HOME: "", GIT_CONFIG_GLOBAL: "" },
      () => test(home),
    );
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("without a setting it is git's own default place", async () => {
  await withHome({}, async (home) => {
    assert.equal(await globalExcludesFile(), `${home}/.config/git/ignore`);
    await withEnvironment({ XDG_CONFIG_HOME: `${home}/settings` }, async () => {
      assert.equal(await globalExcludesFile(), `${home}/settings/git/ignore`);
    });
  });
});

Deno.test("core.excludesFile of the user wins, with the home folder spelled out", async () => {
  await withHome({ ".gitconfig": "[core]\n\texcludesFile = ~/ignored\n" }, async (home) => {
    assert.equal(await globalExcludesFile(), `${home}/ignored`);
  });
  const files = { "own/config": '[core]\nexcludesfile = "/a b" # c\n' };
  await withHome(files, async (home) => {
    await withEnvironment({ GIT_CONFIG_GLOBAL: `${home}/own/config` }, async () => {
      assert.equal(await globalExcludesFile(), "/a b");
    });
  });
});

Deno.test("what a repository configures does not count", async () => {
  const files = { ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\nexcludesFile = /x\n" };
  await withHome(files, async (home) => {
    assert.equal(await globalExcludesFile(), `${home}/.config/git/ignore`);
  });
});
