/** The folders that a client says it works in. */
import { fileURLToPath } from "node:url";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type Server,
  type ServerContext,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";

/** Milliseconds a client gets to name its roots. */
const TIMEOUT = 3000;

/** Checks nothing: the library would refuse all roots for one that is not a file. */
const ANY_ANSWER: StandardSchemaV1<unknown, { readonly roots?: unknown }> = {
  "~standard": { version: 1, vendor: "repoctx", validate: (value) => ({ value: Object(value) }) },
};

/** The key under which an answer to a question comes back. */
const KEY = "roots";

/**
 * The roots of one client. Asked for with the first call and then kept until the client says that they have changed.
 */
export class ClientRoots {
  readonly #server: Server;
  #known: Promise<string[]> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#known = undefined;
    });
  }

  /** Absolute paths, none when the client has no roots; or the question that the client has to answer first. */
  async folders({ mcpReq }: ServerContext): Promise<string[] | InputRequiredResult> {
    const { envelope, inputResponses } = mcpReq;
    if (envelope === undefined) {
      if (this.#server.getClientCapabilities()?.roots === undefined) return [];
      return await (this.#known ??= this.#ask());
    }
    // Since the revision of 2026 a server asks by sending its question in place of the answer.
    if (this.#known === undefined && inputResponses === undefined) {
      const capabilities = (envelope as Record<string, ClientCapabilities>)[CLIENT_CAPABILITIES_META_KEY];
      if (capabilities?.roots === undefined) return [];
      return inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } });
    }
    const response = inputResponse(inputResponses, KEY);
    return await (this.#known ??= Promise.resolve(
      response.kind === "roots" ? rootFolders(response.roots) : [],
    ));
  }

  async #ask(): Promise<string[]> {
    try {
      const { roots } = await this.#server.request({ method: "roots/list" }, ANY_ANSWER, {
        timeout: TIMEOUT,
      });
      return rootFolders(roots);
    } catch {
      // A client that promises roots and does not name them has none.
      return [];
    }
  }
}

/** Absolute paths of the roots that are folders of this machine, in the client's order. */
export function rootFolders(roots: unknown): string[] {
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: { readonly uri?: unknown } | null) => {
    const uri = root?.uri;
    if (typeof uri !== "string" || !uri.startsWith("file:")) return [];
    try {
      return [fileURLToPath(uri)];
    } catch {
      // A host name, or a character that no path has.
      return [];
    }
  });
}
