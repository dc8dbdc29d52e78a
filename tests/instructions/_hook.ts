/** A host that sends events to a hook. */
import { type Place } from "./_tree.ts";
import {
  answerHook,
  type HookHost,
  type HookOutcome,
  type HookRequest,
  LocalWorkspace,
  type RepoContextOptions,
  resolveOptions,
  SessionStore,
} from "../../src/instructions/mod.ts";

/** Sends events of one host to its hook. */
export class Host {
  constructor(
    readonly place: Place,
    readonly agent: HookHost,
    readonly options: RepoContextOptions = {},
    readonly extra: Partial<HookRequest> = {},
  ) {}

  async send(event: unknown): Promise<HookOutcome> {
    return await answerHook({
      agent: this.agent,
      input: typeof event === "string" ? event : JSON.stringify(event),
      options: resolveOptions({ nestedTraversal: true, ...this.options }),
      env: () => undefined,
      cwd: this.place.path("w"),
      openWorkspace: (directory) => new LocalWorkspace(directory),
      openSessions: () =>
        Promise.resolve(
          new SessionStore({ root: this.place.path("w"), temporaryFolder: this.place.path("tmp") }),
        ),
      ...this.extra,
    });
  }

  /** The answer to an event. */
  async answer(event: unknown): Promise<Record<string, unknown>> {
    return (await this.send(event)).answer;
  }
}

/** Events of Claude Code in a place. */
export function claudeEvents(place: Place): {
  start(source: string): unknown;
  read(path: string, tool?: string): unknown;
  loaded(path: string): unknown;
} {
  const common = { session_id: "s1", transcript_path: "/t", cwd: place.path("w") };
  return {
    start: (source) => ({ ...common, hook_event_name: "SessionStart", source }),
    read: (path, tool = "Read") => ({
      ...common,
      hook_event_name: "PostToolUse",
      tool_name: tool,
      tool_input: { file_path: place.path(`w/${path}`) },
      tool_response: {},
    }),
    loaded: (path) => ({
      ...common,
      hook_event_name: "InstructionsLoaded",
      file_path: place.path(`w/${path}`),
    }),
  };
}
