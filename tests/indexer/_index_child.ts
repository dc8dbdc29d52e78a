/** Indexes the folder given as argument in a process of its own and says on stdout how far it is. */
import { defaultConfig } from "../../src/repository/mod.ts";
import { indexRepository } from "../../src/indexer/mod.ts";

const encoder = new TextEncoder();
await indexRepository({ root: Deno.args[0]!, config: defaultConfig() }, {
  mode: Deno.args[1] === "full" ? "full" : "incremental",
  toolVersion: "0.0.0",
  busyTimeoutMs: 50,
  onProgress: ({ stage, done }) => {
    Deno.stdout.writeSync(encoder.encode(`${stage} ${done ?? ""}\n`));
  },
});
