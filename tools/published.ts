/** The package as JSR serves it: what `deno publish` would pack, with imports resolved as publishing does it. */
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../deno.json" with { type: "json" };
import { ROOT } from "./program.ts";

/**
 * Files that would be published, relative to the project, with `/`, sorted.
 *
 * @throws Error with Deno's report when the package cannot be published as it is.
 */
export async function publishedFiles(): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty"],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  const report = decoder.decode(stdout) + decoder.decode(stderr);
  if (!success) throw new Error(report);
  return [...report.matchAll(/^\s*(file:\/\/\S+) \([\d.]+[KMG]?B\)$/gm)]
    .map(([, url]) => relative(ROOT, fileURLToPath(url!)).split(sep).join("/"))
    .sort();
}

/** A specifier in an import, an export or a dynamic import. */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g;

/** A module's text with what deno.json maps written out: a package has no map of imports. */
export function withResolvedImports(text: string): string {
  const mapped = Object.entries(manifest.imports);
  return text.replaceAll(SPECIFIER, (whole, before: string, specifier: string) => {
    const entry = mapped.find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
    return entry === undefined ? whole : `${before}"${entry[1]}${specifier.slice(entry[0].length)}"`;
  });
}

/** Serves files of the project on this machine, and nothing else. Returns the address of its root. */
export function servePublished(files: readonly string[]): { server: Deno.HttpServer; address: string } {
  const known = new Set(files);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (!known.has(path)) return new Response("Not found", { status: 404 });
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const isModule = path.endsWith(".ts");
    return new Response(isModule ? withResolvedImports(text) : text, {
      headers: { "content-type": isModule ? "application/typescript" : "application/json" },
    });
  });
  return { server, address: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}/` };
}
