import assert from "node:assert/strict";
import { render } from "../../src/renderers/all.ts";
import { assertValid } from "../schemas.ts";
import { evaluate, FIRST_TREE, rankOf, shop, source, TestRepository } from "./_shop.ts";

Deno.test("the newest commits are asked in the words of their subjects, newest first", async () => {
  await using repository = await shop();
  const result = await evaluate(repository.root);
  assert.equal(result.head, await repository.git("rev-parse", "HEAD"));
  assert.equal(result.examined, 7);
  assert.deepEqual(result.skipped, { "no-parent": 1 });
  assert.equal(result.count, 6);
  assert.deepEqual(result.tasks.map(({ task, files }) => [task, files.map(({ path }) => path)]), [
    ["Round the tax of a cart line", ["src/tax.ts"]],
    ["quuxify zorblax", ["src/theme.ts"]],
    ["Count the total of a cart without tax", ["src/cart.ts", "src/tax.ts"]],
    ["Tell a user from a session at login", ["src/login.ts"]],
    ["zorblax quuxify", ["src/theme.ts"]],
    ["Queue the mail of an order", ["src/mail.ts"]],
  ]);
  assert.equal(rankOf(result, "Round the tax of a cart line"), 1);
  assert.equal(rankOf(result, "Queue the mail of an order"), 1);
  assert.deepEqual([result.tasks[0]!.lines, result.tasks[0]!.lines_found], [1, 1]);
  assert.equal(result.naming, 4);
});

Deno.test("history finds a commit by earlier ones, and never by itself or later ones", async () => {
  await using repository = await shop();
  const result = await evaluate(repository.root);
  assert.equal(rankOf(result, "zorblax quuxify"), undefined);
  assert.notEqual(rankOf(result, "quuxify zorblax"), undefined);
  const { figures, mrr_difference } = result.ablations.find(({ signal }) => signal === "history")!;
  assert.equal(figures.mrr, 4 / 6, "without it neither is found");
  assert.ok(mrr_difference.mean < 0);
});

Deno.test("a signal that says nothing leaves everything as it is when it is switched off", async () => {
  await using repository = await shop();
  await repository.write(
    "repoctx.config.json",
    JSON.stringify({ ranking: { weights: { history: 0 } } }),
  );
  const result = await evaluate(repository.root);
  assert.equal(result.weights.history, 0);
  assert.equal(rankOf(result, "quuxify zorblax"), undefined, "the weights of the config apply");
  const history = result.ablations.find(({ signal }) => signal === "history")!;
  assert.equal(history.changed, 0);
  assert.deepEqual(history.figures, result.figures);
  assert.deepEqual(history.mrr_difference, { mean: 0, low: 0, high: 0 });
  const words = result.ablations.find(({ signal }) => signal === "fts")!;
  assert.ok(words.changed > 0);
});

Deno.test("the same HEAD and options give the same document, and it is valid", async () => {
  await using repository = await shop();
  const documents = [];
  for (let run = 0; run < 2; run++) {
    documents.push(render(await evaluate(repository.root, { suggestWeights: true }), "json"));
  }
  assert.equal(documents[0], documents[1]);
  assertValid("eval", JSON.parse(documents[0]!));
});

Deno.test("what the working tree says does not matter but for the config", async () => {
  await using repository = await shop();
  const before = await evaluate(repository.root);
  await repository.write("src/tax.ts", null);
  await repository.write("src/new.ts", source("roundTax"));
  assert.deepEqual(await evaluate(repository.root), before);
  await repository.write("repoctx.config.json", JSON.stringify({ exclude: ["tax.ts", "theme.ts"] }));
  const after = await evaluate(repository.root, { commits: 3 });
  assert.deepEqual(after.skipped, { "not-indexed": 3 });
  assert.deepEqual(after.tasks.map(({ files }) => files.map(({ path }) => path)), [
    ["src/cart.ts"],
    ["src/login.ts"],
    ["src/mail.ts"],
  ]);
});

Deno.test("other settings of ranking and tokens apply too", async () => {
  await using repository = await shop();
  await repository.write(
    "repoctx.config.json",
    JSON.stringify({
      ranking: { synonyms: { zorblax: ["paleColors", "darkColors"] } },
      tokens: { profile: "claude" },
    }),
  );
  const result = await evaluate(repository.root);
  assert.equal(rankOf(result, "zorblax quuxify"), 1);
  assert.equal(result.token_profile, "claude");
});

Deno.test("a smaller budget delivers fewer lines, one that holds nothing none", async () => {
  await using repository = await shop();
  const { figures: { lines } } = await evaluate(repository.root);
  assert.ok(lines > 0.5);
  assert.equal((await evaluate(repository.root, { budget: 10 })).figures.lines, 0);
});

Deno.test("shorter answers have no figures for longer ones", async () => {
  await using repository = await shop();
  const { figures } = await evaluate(repository.root, { top: 12 });
  assert.notEqual(figures.recall_at_10, undefined);
  assert.equal("recall_at_20" in figures, false);
});

Deno.test("a repository below the top of its work tree is evaluated alone", async () => {
  await using repository = await TestRepository.create();
  const below = (tree: Record<string, string>, folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${folder}/${path}`, text]));
  await repository.commit("First tree", { ...below(FIRST_TREE, "app"), ...below(FIRST_TREE, "lib") });
  const change = { "src/mail.ts": source("sendMail", "mailSubject", "queueOrderMail") };
  await repository.commit("Queue the mail of an order", below(change, "app"));
  await repository.commit("Elsewhere the mail is sent", below(change, "lib"));
  const result = await evaluate(`${repository.root}/app`, { commits: 1 });
  assert.deepEqual(result.tasks.map(({ task, files }) => [task, files]), [
    ["Queue the mail of an order", [{ path: "src/mail.ts", rank: 1 }]],
  ]);
  assert.equal(result.examined, 1, "commits elsewhere are none of its own");
});

Deno.test("too few commits are an error that says which were left out", async () => {
  await using repository = await TestRepository.of(FIRST_TREE);
  await repository.commit("fix", { "src/tax.ts": source("tax") });
  await repository.commit("Describe the shop", { "README.md": "# Shop\n" });
  await assert.rejects(evaluate(repository.root), {
    name: "RepoctxError",
    exitCode: 1,
    message:
      /^Only 0 of 3 commits can be replayed.*\nLeft out: 1 no-parent, 1 no-source, 1 vague-subject\.\nA commit/,
  });
  await repository.commit("Round the tax of a line", { "src/tax.ts": source("roundTax") });
  assert.equal(
    (await evaluate(repository.root, { commits: 1 })).count,
    1,
    "one is enough where one was asked for",
  );
});

Deno.test("without a commit or a repository the error says what is needed", async () => {
  await using repository = await TestRepository.create();
  await repository.write("repoctx.config.json", "{}");
  await assert.rejects(evaluate(repository.root), {
    name: "RepoctxError",
    message: /no commit here that git can read/,
  });
  await Deno.remove(`${repository.root}/.git`, { recursive: true });
  await assert.rejects(evaluate(repository.root), { name: "RepoctxError", message: /no commit here/ });
  await Deno.remove(`${repository.root}/repoctx.config.json`);
  await assert.rejects(evaluate(repository.root), { name: "NoIndexError", message: /repoctx init/ });
});

Deno.test("a shallow clone is evaluated as far as it reaches, and too short a one is named", async () => {
  await using repository = await shop();
  await using clone = await TestRepository.create();
  const cloned = `${clone.root}/clone`;
  await clone.git("clone", "--quiet", "--depth", "3", `file://${repository.root}`, cloned);
  const result = await evaluate(cloned, { commits: 2 });
  assert.equal(result.shallow, true);
  assert.deepEqual(result.tasks.map(({ task }) => task), ["Round the tax of a cart line", "quuxify zorblax"]);
  assert.equal(rankOf(result, "quuxify zorblax"), undefined, "the commit that would have told is not there");
  await assert.rejects(evaluate(cloned), { message: /shallow\. Run 'git fetch --unshallow'/ });
});

Deno.test("a run that is stopped anywhere throws the reason", async () => {
  await using repository = await shop();
  for (const [stage, done] of [["scanning"], ["linking"], ["replaying", 0], ["replaying", 3]]) {
    const stop = new AbortController();
    const reason = new Error("enough");
    const running = evaluate(repository.root, {}, {
      signal: stop.signal,
      progress: (progress) => {
        if (progress.stage === stage && (done === undefined || progress.done === done)) stop.abort(reason);
      },
    });
    await assert.rejects(running, (error) => error === reason, `${stage} ${done}`);
  }
});

Deno.test("missing contents are warned of, and a past that cannot be read is an error that says so", async () => {
  await using repository = await shop();
  const { root } = repository;
  const drop = async (name: string): Promise<void> => {
    const object = await repository.git("rev-parse", name);
    await Deno.remove(`${root}/.git/objects/${object.slice(0, 2)}/${object.slice(2)}`);
  };
  await drop("HEAD:docs/words.md");
  const warnings: string[] = [];
  await evaluate(root, { commits: 1 }, { warn: (message) => void warnings.push(message) });
  assert.deepEqual(warnings, [
    "Warning: git lacks the contents of past files here (1), as in a partial clone. Answers cannot name them.",
  ]);
  await drop("HEAD~4^{tree}");
  await assert.rejects(evaluate(root), { message: /^Only [^]*Git cannot read all of the past here/ });
});
