/**
 * repoctx as a library: every command with its options, plain results and their rendering.
 *
 * @example
 * ```ts
 * import { completeValues, entryFor, quietContext } from "@repoctx/cli/core";
 *
 * const search = await entryFor(["search"])!.load();
 * const here = quietContext({ cwd: Deno.cwd(), version: "0.1.0" });
 * const values = completeValues(search, { query: "retry delay", top: 5 });
 *
 * const result = await search.run(here, values, "json");
 * console.log(await search.render(result, "json"));
 * ```
 *
 * @module
 */
export * from "./commands/mod.ts";
export * from "./model/mod.ts";
