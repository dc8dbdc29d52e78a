/** `instructions --cost`: what every agent starts with, per file and in sum. */
import { compareStrings } from "../model/mod.ts";
import { agentScopes, startUpView } from "./applies.ts";
import type { CountTokens } from "./options.ts";
import { labelIn } from "./paths.ts";
import { readInside } from "./repository_files.ts";
import { type CostResult, SCHEMA_VERSION } from "./results.ts";
import type { Workspace } from "./workspace.ts";

/** What is asked. */
export interface CostRequest {
  /** The files, and the directory the agents start in. */
  workspace: Workspace;
  /** Agents by id; all when absent or empty. */
  agents?: readonly string[];
  /** Without it, bytes are counted. */
  countTokens?: CountTokens;
}

/**
 * Runs `instructions --cost`. Agents that start with nothing are left out.
 *
 * @throws {RepoContextConfigError} for an unknown agent.
 */
export async function instructionsCost(request: CostRequest): Promise<CostResult> {
  const { workspace, countTokens } = request;
  const files = new Map<string, { size: number; agents: string[] }>();
  const startUp: Record<string, number> = {};
  for (const scope of await agentScopes(workspace, request.agents, countTokens)) {
    const view = await startUpView(scope);
    let sum = 0;
    for (const { path, tokens } of view.files) {
      const size = tokens ?? (await readInside(workspace, scope.root, labelIn(scope.cwd, path)))?.bytes ?? 0;
      const entry = files.get(path) ?? { size, agents: [] };
      entry.agents.push(view.agent);
      files.set(path, entry);
      sum += size;
    }
    if (view.files.length > 0) startUp[view.agent] = sum;
  }
  const unit = countTokens === undefined ? "bytes" : "tokens";
  const cost = [...files].sort(([a], [b]) => compareStrings(a, b))
    .map(([path, { size, agents }]) => ({ path, [unit]: size, agents }));
  return {
    schema_version: SCHEMA_VERSION,
    command: "instructions",
    cost,
    start_up: startUp,
    ...(unit === "bytes" ? { unit } : {}),
  };
}
