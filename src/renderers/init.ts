/** `init`, which speaks text in every format. */
import type { InitResult } from "../model/mod.ts";
import { visible } from "../text/mod.ts";

/** Renders what `init` did. */
export function renderInit(result: InitResult): string {
  const { projects } = result;
  const lines = [
    `${result.reinitialized ? "Reinitialized" : "Initialized"} RepoContext in ${visible(result.root)}`,
    "  wrote repoctx.config.json",
    `  scope: the whole repository, ${result.selected} file(s) selected`,
    `  projects: ${projects.length === 0 ? "none" : projects.length} detected`,
    ...projects.map(({ path, type, marker }) =>
      `    ${visible(path)} (${visible(type)}, ${visible(marker)})`
    ),
    ...result.written.map((line) => `  ${visible(line)}`),
  ];
  if (result.tip !== undefined) lines.push(`Tip: ${visible(result.tip)}`);
  lines.push("Next: run 'repoctx index'.");
  return lines.join("\n");
}
