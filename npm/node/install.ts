/** Puts in place what the program takes for granted and Node does not have. */
import process from "node:process";
import { denoOnNode } from "./deno_on_node.ts";

Object.defineProperty(globalThis, "Deno", { value: denoOnNode });

if (Uint8Array.prototype.toHex === undefined) {
  Object.defineProperty(Uint8Array.prototype, "toHex", {
    value(this: Uint8Array) {
      return Buffer.from(this.buffer, this.byteOffset, this.length).toString("hex");
    },
  });
}

// The one experimental part that is used is tested with this very version; a user can do nothing about the warning.
const warn = process.emitWarning;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (!/SQLite/.test(String(warning))) Reflect.apply(warn, process, [warning, ...rest]);
};
