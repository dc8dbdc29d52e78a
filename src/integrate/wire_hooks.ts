/** Registering `repoctx hook` with the clients that run hooks. */
import type { WiredFile } from "../model/mod.ts";
import type { HookLaunch, HookRegistration } from "./hook_file.ts";
import { type Launch, LAUNCHES, spelled } from "./launch.ts";
import type { NewContent } from "./managed_block.ts";
import { rewriteRootFile } from "./root_file.ts";
import type { WireMode } from "./wire.ts";

/**
 * Puts the hooks of clients into their files, compares them or takes them out, in order.
 *
 * @param root absolute.
 * @param launch how the program is started here.
 */
export async function wireHooks(
  root: string,
  registrations: readonly HookRegistration[],
  { mode, launch }: { readonly mode: WireMode; readonly launch: Launch },
): Promise<WiredFile[]> {
  const { hasOwnLaunch, rewriteHookFile } = await import("./hook_file.ts");
  return registrations.map((registration): WiredFile => {
    const launches = hookLaunches(launch, registration);
    let isOwn = false;
    const rewrite = (before: Uint8Array | undefined): NewContent => {
      isOwn = before !== undefined && hasOwnLaunch(before, registration, launches);
      return rewriteHookFile(before, registration, launches, mode === "remove" ? "remove" : "put");
    };
    const change = rewriteRootFile(root, registration.file, rewrite, mode === "check" ? "preview" : "write");
    const of = { client: registration.host, path: registration.file };
    if (typeof change === "object") return { ...of, change: "untouched", detail: change.untouched };
    if (change === "unchanged" && isOwn) return { ...of, change: "kept" };
    if (mode !== "remove") return { ...of, change: change === "deleted" ? "updated" : change };
    return { ...of, change: change === "unchanged" ? "absent" : "removed" };
  });
}

/** How the program is started from a hook of a client, and how it was at any time. */
function hookLaunches(wanted: Launch, registration: HookRegistration): HookLaunch {
  return {
    wanted: hookCommand(wanted, registration),
    known: LAUNCHES.map((launch) => hookCommand(launch, registration)),
  };
}

/** Clients run hooks in whatever directory the agent is in, and some of them say where the project is. */
function hookCommand(launch: Launch, { projectVariable }: HookRegistration): string {
  const name = (path: string) =>
    projectVariable === undefined ? path : `"$${projectVariable}/${path.replace(/^\.\//, "")}"`;
  // The last argument starts the server instead.
  const { command, args } = spelled({ ...launch, args: launch.args.slice(0, -1) }, name);
  const quoted = args.map((word) => word.includes("(") ? `"${word}"` : word);
  return [command, ...quoted, "hook"].join(" ");
}
