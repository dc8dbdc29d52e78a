/** The library entry: instruction files, notes and assets for one run of an agent after another. */
import type { ConversationState } from "./conversation.ts";
import { RepoContextWorkspaceError } from "./errors.ts";
import { type RepoContextOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import { type RepoContextRun, startRun } from "./run.ts";
import type { Workspace } from "./workspace.ts";

/** What a run starts from. */
export interface RunRequest {
  /** The files, and the working directory of the agent. */
  workspace: Workspace;
  /** The state the last run of the same conversation left. */
  conversation?: ConversationState;
  /** The history was compacted since that run: notes may come again, and the current files are the new prefix. */
  compacted?: boolean;
}

/**
 * Finds the instruction files of a repository for an agent: those that always apply, those of directories it
 * touches, and where the other assets are.
 *
 * @example
 * ```ts
 * const context = new RepoContext({ homeDir: "..", nestedTraversal: true });
 * const run = await context.forRun({ workspace: new LocalWorkspace("./repo") });
 * console.log(run.instructions);
 * ```
 */
export class RepoContext {
  readonly #options: ResolvedOptions;

  /**
   * Checks the options; nothing is read yet.
   *
   * @throws {RepoContextConfigError} for an unknown option or a value that makes no sense.
   */
  constructor(options: RepoContextOptions = {}) {
    this.#options = resolveOptions(options);
  }

  /**
   * Reads the instruction files, once, and returns the state of one run. Runs do not influence each other.
   *
   * @throws {RepoContextWorkspaceError} without a workspace, or when its working directory is missing.
   * @throws {RepoContextConfigError} when symlink roots are given and the workspace cannot resolve links.
   */
  async forRun(request: RunRequest): Promise<RepoContextRun> {
    if (request?.workspace === undefined || request.workspace === null) {
      throw new RepoContextWorkspaceError("forRun needs a workspace, such as new LocalWorkspace('.').");
    }
    return await startRun(this.#options, request);
  }
}
