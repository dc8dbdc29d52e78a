/** A process that takes a lock, says so, and keeps it until it is killed: `_holder.ts PATH`. */
import { withFileLock } from "../../src/repository/mod.ts";

await withFileLock(Deno.args[0]!, async () => {
  Deno.stdout.writeSync(new TextEncoder().encode("held\n"));
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
