/**
 * repoctx as a library: every command as a typed function of its options, with plain results.
 *
 * @example
 * ```ts
 * import { quietContext, search } from "@repoctx/cli/core";
 *
 * const here = quietContext({ cwd: Deno.cwd(), version: "0.1.0" });
 * const found = await search.run(here, { query: "retry delay", top: 5, symbols: false }, "json");
 * for (const hit of found.results) console.log(hit.path, hit.score);
 * ```
 *
 * @module
 */
export * from "./commands/mod.ts";
export * from "./model/mod.ts";
