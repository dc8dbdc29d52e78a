/** Files and chains of files that an agent cuts or leaves out. */
import { adaptToRepository } from "../host_files.ts";
import { HOSTS } from "../hosts.ts";
import { baseName, contains, parentPath } from "../paths.ts";
import type { FindingList, LintedFile, LintScope } from "./finding_list.ts";

/** Checks the limits of every agent that has any. */
export async function checkLimits(scope: LintScope, list: FindingList): Promise<void> {
  for (const row of HOSTS) {
    if (row.limits === undefined) continue;
    const host = await adaptToRepository(scope.workspace, scope.cwd, row);
    const { chainBytes, fileBytes, ruleCharacters } = host.limits ?? {};
    const names = host.start.groups.flatMap(({ firstOf }) => firstOf);
    const own = scope.files.filter(({ kind, path }) =>
      kind === "instructions" && names.includes(lastName(path))
    );
    if (chainBytes !== undefined) checkChains(chainFiles(own, names), chainBytes, host.id, list);
    for (const { path, bytes } of own) {
      if (fileBytes === undefined || bytes <= fileBytes) continue;
      list.add("over-budget", "error", path, `${bytes} of ${fileBytes} bytes; skipped`, {
        agents: [host.id],
      });
    }
    for (const { path, text, rule } of scope.files) {
      if (ruleCharacters === undefined || rule?.agent !== host.id || text.length <= ruleCharacters) continue;
      const detail = `${text.length} of ${ruleCharacters} characters; the rest is cut`;
      list.add("over-budget", "error", path, detail, { agents: [host.id] });
    }
  }
}

function lastName(path: string): string {
  return baseName(`/${path}`, "posix");
}

function directoryOf(path: string): string {
  return parentPath(`/${path}`, "posix");
}

/** Per directory the one file that counts. */
function chainFiles(files: readonly LintedFile[], names: readonly string[]): LintedFile[] {
  const byDirectory = new Map<string, LintedFile>();
  for (const file of files) {
    const directory = directoryOf(file.path);
    const other = byDirectory.get(directory);
    if (other === undefined || names.indexOf(lastName(file.path)) < names.indexOf(lastName(other.path))) {
      byDirectory.set(directory, file);
    }
  }
  return [...byDirectory.values()];
}

/** Reports every file whose chain of ancestors, itself included, is over the limit. */
function checkChains(files: readonly LintedFile[], limit: number, agent: string, list: FindingList): void {
  for (const file of files) {
    const directory = directoryOf(file.path);
    const chain = files.filter(({ path }) => contains(directoryOf(path), directory, "posix"));
    const bytes = chain.reduce((sum, part) => sum + part.bytes, 0);
    if (bytes > limit) {
      list.add("over-budget", "error", file.path, `chain ${bytes} of ${limit} bytes`, { agents: [agent] });
    }
  }
}
