/** A disposable repository folder with a memory. */
import { statePaths } from "../../src/repository/mod.ts";

/** An initialised folder that is removed at the end of the scope. */
export class TestRepository implements Disposable {
  readonly root: string = Deno.makeTempDirSync({ prefix: "repoctx-memory-" });
  readonly file: string = statePaths(this.root).memory;

  constructor() {
    Deno.mkdirSync(statePaths(this.root).folder);
  }

  /** Lines of the memory file, without newlines. */
  lines(): string[] {
    return Deno.readTextFileSync(this.file).split("\n").filter((line) => line !== "");
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** The hash of `src/one.ts` in the specification's check vectors. */
export const ONE_HASH = "da892e4e82bcf839d96015d7782564f860296b3312b1e18d6b2f3622185d2cbf";

/** An index with one file. */
export function hashOf(path: string): string | undefined {
  return path === "src/one.ts" ? ONE_HASH : undefined;
}

/** The day of the examples. */
export const TODAY = "2026-11-29";
