/** A small repository whose past has known answers. */
import type { EvalResult } from "../../src/model/mod.ts";
import { type EvalOptions, evaluation } from "../../src/commands/eval.ts";
import { type CommandContext, quietContext } from "../../src/commands/mod.ts";
import { TestRepository } from "../history/_repository.ts";

export { TestRepository };

/** A function per line, so that line numbers are easy to tell: `export const <name> = …;`. */
export function source(...names: string[]): string {
  return names.map((name) => `export const ${name} = () => "${name}";\n`).join("");
}

/** The first tree. Each file speaks of one thing. */
export const FIRST_TREE: Record<string, string> = {
  "repoctx.config.json": "{}\n",
  "src/tax.ts": source("roundTax", "taxOfLine", "taxOfCart", "exemptFromTax"),
  "src/cart.ts": source("addToCart", "emptyCart", "cartTotal"),
  "src/mail.ts": source("sendMail", "mailSubject", "queueMail"),
  "src/login.ts": source("loginUser", "logoutUser", "sessionOfUser"),
  "src/theme.ts": source("darkColors", "lightColors"),
  "docs/words.md": "# Words\n\nzorblax quuxify\n",
};

/** The shop after seven more commits; the newest is the last. */
export async function shop(more: (repository: TestRepository) => Promise<void> = async () => {}) {
  const repository = await TestRepository.of(FIRST_TREE);
  const commit = async (subject: string, tree: Record<string, string>) => {
    await repository.commit(subject, tree);
  };
  await commit("Queue the mail of an order (#12)", {
    "src/mail.ts": source("sendMail", "mailSubject", "queueOrderMail"),
  });
  // The word is nowhere in a source file, and in no earlier message.
  await commit("zorblax quuxify", { "src/theme.ts": source("darkColors", "paleColors") });
  await commit("Tell a user from a session at login", {
    "src/login.ts": source("loginUser", "logoutUser", "userOfSession"),
    "README.md": "# Shop\n",
  });
  await commit("Count the total of a cart without tax", {
    "src/cart.ts": source("addToCart", "emptyCart", "netTotal"),
    "src/tax.ts": source("roundTax", "taxOfLine", "taxOfNet", "exemptFromTax"),
  });
  // By now history knows where the last one was done.
  await commit("quuxify zorblax", { "src/theme.ts": source("darkColors", "brightColors") });
  await commit("Round the tax of a cart line", {
    "src/tax.ts": source("roundTax", "roundedTaxOfLine", "taxOfNet", "exemptFromTax"),
  });
  await more(repository);
  return repository;
}

/** The options without any given. */
export const DEFAULTS: EvalOptions = { commits: 50, top: 20, budget: 2000, suggestWeights: false };

/** Runs the command in a repository. */
export function evaluate(
  root: string,
  options: Partial<EvalOptions> = {},
  context: Partial<CommandContext> = {},
): Promise<EvalResult> {
  const surroundings = quietContext({ cwd: root, version: "0.0.0", ...context });
  return evaluation.run(surroundings, { ...DEFAULTS, ...options }, "json");
}

/** The rank of the first file of a task. */
export function rankOf({ tasks }: EvalResult, task: string): number | undefined {
  return tasks.find((entry) => entry.task === task)?.files[0]?.rank;
}
