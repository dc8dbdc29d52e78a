/** Wiring clients: their files are written, compared or taken back. */
import type { WiredFile } from "../model/mod.ts";
import type { ClientFile, ClientProfile } from "./clients.ts";
import { type Launch, LAUNCHES } from "./launch.ts";
import { type NewContent, putBlock, removeBlock } from "./managed_block.ts";
import { type FileChange, rewriteRootFile } from "./root_file.ts";
import { PLAYBOOK, POINTER } from "./texts.ts";

/** `write` brings files up to date, `check` says what that would do, `remove` takes out what was put in. */
export type WireMode = "write" | "check" | "remove";

/** How to wire. */
export interface WireOptions {
  readonly mode: WireMode;
  /** How the server is started. */
  readonly launch: Launch;
  /** What files that are part of every prompt get. @default "pointer" */
  readonly alwaysLoaded?: "pointer" | "playbook";
}

/**
 * Wires clients, in order.
 *
 * @param root absolute.
 */
export function wireClients(
  root: string,
  clients: readonly ClientProfile[],
  options: WireOptions,
): WiredFile[] {
  return clients.flatMap(({ id, files }) =>
    files.map((file) => ({ client: id, path: file.path, ...wireFile(root, file, options) }))
  );
}

/** Brings the pointer in one file up to date, which is what `init` does too. */
export function putPointer(root: string, path: string): FileChange {
  return rewriteRootFile(root, path, (before) => putBlock(before, POINTER));
}

type Outcome = Pick<WiredFile, "change" | "detail">;

function wireFile(root: string, file: ClientFile, options: WireOptions): Outcome {
  if (file.kind === "mcp") return wireServer(root, file, options);
  const { mode } = options;
  const frontMatter = file.kind === "playbook" ? file.frontMatter : "";
  const body = file.kind === "playbook" || options.alwaysLoaded === "playbook" ? PLAYBOOK : POINTER;
  const rewrite = (before: Uint8Array | undefined): NewContent =>
    mode === "remove" ? removeBlock(before, frontMatter !== "") : putBlock(before, body, frontMatter);
  return outcome(rewriteRootFile(root, file.path, rewrite, mode === "check" ? "preview" : "write"), mode);
}

/** Only a file that is missing is written, and only one that is exactly as written is removed. */
function wireServer(
  root: string,
  file: Extract<ClientFile, { kind: "mcp" }>,
  { mode, launch }: WireOptions,
): Outcome {
  const ours = LAUNCHES.map((one) => file.content(one));
  let found: string | undefined;
  const rewrite = (before: Uint8Array | undefined): NewContent => {
    if (before === undefined) {
      return mode === "remove" ? undefined : new TextEncoder().encode(file.content(launch));
    }
    found = new TextDecoder().decode(before).replaceAll("\r\n", "\n");
    return mode === "remove" && ours.includes(found) ? undefined : before;
  };
  const change = rewriteRootFile(root, file.path, rewrite, mode === "check" ? "preview" : "write");
  if (change !== "unchanged" || found === undefined || found === file.content(launch)) {
    return outcome(change, mode);
  }
  // A hook in the same file registers no server.
  if (/\brepoctx\b(?!\S*\s+hook\b)/.test(found)) return { change: "kept" };
  return { change: mode === "remove" ? "absent" : "foreign" };
}

function outcome(change: FileChange, mode: WireMode): Outcome {
  if (typeof change === "object") return { change: "untouched", detail: change.untouched };
  if (mode !== "remove") return { change: change === "deleted" ? "updated" : change };
  return { change: change === "unchanged" ? "absent" : "removed" };
}
