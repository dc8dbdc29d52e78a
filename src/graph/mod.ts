/**
 * How files hang together. In come all indexed files with their symbols, imports and references, and a way to read
 * manifests; out come import edges, test edges and uses of symbols, in a fixed order. What is ambiguous gives no
 * edge. It never touches the disk itself, never guesses by a bare name and is not thrown off by a broken manifest.
 */
import type { Graph, GraphInput } from "../model/mod.ts";
import { linkCSharp } from "./csharp/link_csharp.ts";
import { FileTable } from "./file_table.ts";
import { linkCFamily } from "./languages/c_family.ts";
import { linkGo } from "./languages/go.ts";
import { linkJvm } from "./languages/jvm.ts";
import { linkPhp } from "./languages/php.ts";
import { linkPython } from "./languages/python.ts";
import { linkRuby } from "./languages/ruby.ts";
import { linkRust } from "./languages/rust.ts";
import { linkShell } from "./languages/shell.ts";
import { linkSwift } from "./languages/swift.ts";
import { linkJavaScript } from "./javascript/link_javascript.ts";
import { LinkCollector } from "./link_collector.ts";
import { linkTests } from "./test_links.ts";

export { centrality } from "./centrality.ts";

/** One per ecosystem. Tests come afterwards: they need to know what was imported. */
const LINKERS = [
  linkJavaScript,
  linkCSharp,
  linkPython,
  linkGo,
  linkRust,
  linkJvm,
  linkPhp,
  linkRuby,
  linkCFamily,
  linkSwift,
  linkShell,
];

/**
 * Builds the whole graph. The same input gives the same output, whatever the machine.
 *
 * @param input all indexed files, sorted by path, with the text of their manifests.
 */
export function buildGraph(input: GraphInput): Graph {
  const table = new FileTable(input);
  const links = new LinkCollector();
  for (const link of LINKERS) link(table, links);
  linkTests(table, links);
  return { edges: links.edges(), symbolEdges: links.symbolEdges() };
}
