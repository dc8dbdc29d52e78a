import assert from "node:assert/strict";
import { countUsableWords, surveyCommits, taskOf } from "../../src/evaluation/survey.ts";
import { defaultConfig } from "../../src/repository/mod.ts";
import { TestRepository } from "./_shop.ts";

Deno.test("references to issues are no part of a task, other signs are", () => {
  const tasks: [subject: string, task: string][] = [
    ["Keep the order of headers (#123)", "Keep the order of headers"],
    ["Keep order [#12] in lists (GH-7)", "Keep order in lists"],
    ["Close #77: keep order", "Close: keep order"],
    ["fix(css): accept #fff and a#b [skip ci]", "fix(css): accept #fff and a#b"],
    ["Support C# 12", "Support C# 12"],
    ["Escape &#39; in titles", "Escape &#39; in titles"],
  ];
  for (const [subject, task] of tasks) assert.equal(taskOf(subject), task);
});

Deno.test("words that say nothing about a place do not count", () => {
  const counts: [task: string, words: number][] = [
    ["fix a bug", 0],
    ["Update", 0],
    ["chore: release 1.2.3", 1],
    ["feat(cart): keep order", 3],
    ["Fix typo", 1],
    ["typo in retry", 2],
    ["2 3 4 5", 0],
    ["Fehler im Warenkorb beheben", 1],
    ["修复 购物车", 2],
  ];
  for (const [task, words] of counts) assert.equal(countUsableWords(task), words, task);
});

Deno.test("each commit is a task or has a reason why it is none", async () => {
  await using repository = await TestRepository.of({ "src/a.ts": "a", "src/b.ts": "b", "src/c.ts": "c" });
  const expected: unknown[] = ["no-parent"];
  const commit = async (
    subject: string,
    tree: Record<string, string | null>,
    entry: unknown,
  ): Promise<void> => {
    await repository.commit(subject, tree);
    expected.unshift(entry);
  };
  await commit("Retry delayed requests", {
    "src/a.ts": "a1",
    "src/b.ts": "b1",
    "src/new.ts": "n",
    "a.md": "a",
  }, [
    "Retry delayed requests",
    ["src/a.ts", "src/b.ts"],
  ]);
  await commit(
    "Describe delayed requests",
    { "a.md": "b", "src/a.test.ts": "t", "package.json": "{}" },
    "no-source",
  );
  await commit("Test delayed requests", { "src/a.test.ts": "t2" }, "no-source");
  await commit(
    "Move and drop parts",
    { "src/new.ts": null, "src/moved.ts": "n", "src/c.ts": null },
    "no-source",
  );
  await commit("Hide the secret keys", { "src/.env": "A=1" }, "no-source");
  await commit("fix it", { "src/a.ts": "a2" }, "vague-subject");
  await commit('Revert "Retry delayed requests"', { "src/a.ts": "a3" }, "revert-or-fixup");
  await commit("fixup! Retry delayed requests", { "src/a.ts": "a4" }, "revert-or-fixup");
  await commit("Retry delayed requests (#9)", { "src/a.ts": "a5" }, "repeated-subject");
  const many = (version: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 11 }, (_, file) => [`src/m${file}.ts`, version]));
  await commit("Add very many files", many("1"), "no-source");
  await commit("Touch very many files", many("2"), "many-files");
  await repository.git("checkout", "--quiet", "-b", "side", "HEAD~1");
  await repository.commit("Cancel requests on a side branch", { "src/b.ts": "b2" });
  await repository.git("checkout", "--quiet", "main");
  await repository.git("merge", "--quiet", "--no-edit", "side");
  expected.unshift("merge", ["Cancel requests on a side branch", ["src/b.ts"]]);

  const survey = await surveyCommits(repository.root, defaultConfig());
  assert.ok(survey !== undefined);
  assert.equal(survey.shallow, false);
  const entries = survey.entries.map((entry) =>
    typeof entry === "string" ? entry : [entry.task, entry.paths]
  );
  assert.deepEqual(entries, expected);
  for (const entry of survey.entries) {
    if (typeof entry === "string") continue;
    assert.equal(entry.parent, await repository.git("rev-parse", `${entry.commit}^`));
  }
});

Deno.test("a survey outside of git has no answer, and one that is stopped throws the reason", async () => {
  await using repository = await TestRepository.create();
  assert.equal(await surveyCommits(repository.root, defaultConfig()), undefined);
  await repository.commit("First", { "a.ts": "a" });
  const reason = new Error("enough");
  await assert.rejects(
    surveyCommits(repository.root, defaultConfig(), AbortSignal.abort(reason)),
    (error) => error === reason,
  );
});
