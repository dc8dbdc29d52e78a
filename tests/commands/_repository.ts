/** Asks commands about small repositories, as both doors do. */
import { type Command, type CommandContext, completeValues, quietContext } from "../../src/commands/mod.ts";
import { type Files, Tree } from "../indexer/_helpers.ts";
import { assertValid } from "../schemas.ts";

/** A repository with an index, in a folder of its own. */
export async function indexed(files: Files, config: object = {}): Promise<Tree> {
  const tree = new Tree({ "repoctx.config.json": JSON.stringify(config), ...files });
  await reindex(tree);
  return tree;
}

/** Brings the index up to date, under the config that is on disk. */
export async function reindex(tree: Tree): Promise<void> {
  const { readConfig } = await import("../../src/repository/mod.ts");
  tree.config = readConfig(tree.root);
  await tree.run();
}

/** The surroundings of a call in the root of a tree. */
export function surroundings(tree: Tree, given: Partial<CommandContext> = {}): CommandContext {
  return quietContext({ cwd: tree.root, version: "0.0.0", ...given });
}

/**
 * What a command answers as JSON, checked against its schema.
 *
 * @param given values by parameter name; the rest have their defaults.
 */
export async function ask(
  command: Command,
  tree: Tree,
  given: Record<string, unknown> = {},
  context: Partial<CommandContext> = {},
  // deno-lint-ignore no-explicit-any
): Promise<any> {
  const around = surroundings(tree, context);
  const values = completeValues(command, given);
  await command.validate(values, around);
  const answer = JSON.parse(await command.render(await command.run(around, values, "json"), "json"));
  assertValid(command.name.split(" ")[0]!, answer);
  return answer;
}
