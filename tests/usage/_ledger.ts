/** A disposable repository folder with a ledger. */
import { statePaths } from "../../src/repository/mod.ts";

/** An initialised folder that is removed at the end of the scope. */
export class TestLedger implements Disposable {
  readonly root: string = Deno.makeTempDirSync({ prefix: "repoctx-usage-" });
  readonly path: string = statePaths(this.root).ledger;

  /** @param text what the ledger holds; without it there is no ledger. */
  constructor(text?: string) {
    Deno.mkdirSync(statePaths(this.root).folder);
    if (text !== undefined) Deno.writeTextFileSync(this.path, text);
  }

  /** The whole ledger. */
  text(): string {
    return Deno.readTextFileSync(this.path);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** A valid line of the ledger, without its newline. */
export function record(members: Record<string, unknown> = {}): string {
  const line = {
    v: 1,
    ts: "2026-11-29T10:00:00.000Z",
    command: "context",
    source: "cli",
    served: 450,
    replaced: 1050,
    rule: 2,
  };
  return JSON.stringify({ ...line, ...members });
}

/** No price. */
export const FREE = { inputPerMtok: null, currency: "USD" };
