/** `@path` imports that lead nowhere, in circles, too deep or out of the repository. */
import { findImports, resolveImport } from "../imports.ts";
import { HOSTS } from "../hosts.ts";
import { labelIn, relativePath } from "../paths.ts";
import { readInside } from "../repository_files.ts";
import { platformOf } from "../workspace.ts";
import type { FindingList, LintedFile, LintScope } from "./finding_list.ts";

/** Chains are followed one hop further than any agent goes, to see that they are too deep. */
const MAX_DEPTH: number = Math.max(...HOSTS.map(({ importDepth }) => importDepth ?? 0));

const SMALLEST_DEPTH = Math.min(...HOSTS.flatMap(({ importDepth }) => importDepth ?? []));

const IMPORTING = HOSTS.filter(({ importDepth }) => importDepth !== undefined).map(({ id }) => id);

interface Edge {
  target: string;
  line: number;
}

/** Checks the imports of all instruction and rule files, and of what these import. */
export async function checkImports(scope: LintScope, list: FindingList): Promise<void> {
  const graph = new Map<string, Edge[]>();
  const starts = scope.files.filter(({ kind }) => kind === "instructions" || kind === "rule");
  for (const file of starts) await collectEdges(scope, file, graph, list);
  for (const cycle of findCycles(graph)) {
    list.add(
      "import-cycle",
      "warning",
      cycle.from,
      `${cycle.from} imports ${cycle.to}, which leads back to it`,
      {
        line: cycle.line,
        agents: IMPORTING,
      },
    );
  }
  for (const { path } of starts) checkDepth(path, graph, list);
}

/** Edges of a file and of everything it leads to; each file is read once. */
async function collectEdges(
  scope: LintScope,
  start: LintedFile,
  graph: Map<string, Edge[]>,
  list: FindingList,
): Promise<void> {
  const { workspace, cwd } = scope;
  const pending: { path: string; text: string }[] = [{ path: start.path, text: start.text }];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (graph.has(file.path)) continue;
    const edges: Edge[] = [];
    graph.set(file.path, edges);
    const looked = new Set<string>();
    for (const { path, line, certain } of findImports(file.text)) {
      // A path is looked up once per file; where it stands first is enough to find it.
      if (looked.has(path)) continue;
      looked.add(path);
      const target = await resolveImport(workspace, cwd, labelIn(cwd, file.path), path);
      if (target.kind === "file") {
        const label = relativePath(cwd, target.path, platformOf(workspace)) ?? path;
        edges.push({ target: label, line });
        const read = graph.has(label) ? undefined : await readInside(workspace, cwd, target.path);
        if (read !== undefined) pending.push({ path: label, text: read.text });
      } else if (certain) {
        const place = { line, agents: IMPORTING };
        if (target.kind === "missing") list.add("import-missing", "error", file.path, `@${path}`, place);
        else list.add("import-outside", "warning", file.path, `@${path} leaves the repository`, place);
      }
    }
  }
}

/** Edges that close a circle, found by one depth-first walk. */
function findCycles(
  graph: ReadonlyMap<string, readonly Edge[]>,
): { from: string; to: string; line: number }[] {
  const cycles: { from: string; to: string; line: number }[] = [];
  const done = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const onPath = new Set([start]);
    const stack: { node: string; next: number }[] = [{ node: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { node: string; next: number };
      const edge = graph.get(top.node)?.[top.next++];
      if (edge === undefined) {
        done.add(top.node);
        onPath.delete(top.node);
        stack.pop();
      } else if (onPath.has(edge.target)) {
        cycles.push({ from: top.node, to: edge.target, line: edge.line });
      } else if (!done.has(edge.target)) {
        onPath.add(edge.target);
        stack.push({ node: edge.target, next: 0 });
      }
    }
  }
  return cycles;
}

/** Whether some file is only reached by more hops than an agent follows. */
function checkDepth(start: string, graph: ReadonlyMap<string, readonly Edge[]>, list: FindingList): void {
  const depth = new Map([[start, 0]]);
  let level = [start];
  for (let hop = 1; hop <= MAX_DEPTH + 1 && level.length > 0; hop++) {
    const next: string[] = [];
    for (const node of level) {
      for (const { target } of graph.get(node) ?? []) {
        if (depth.has(target)) continue;
        depth.set(target, hop);
        next.push(target);
      }
    }
    level = next;
  }
  const deepest = [...depth].filter(([, hops]) => hops > SMALLEST_DEPTH);
  for (const [path, hops] of deepest.slice(0, 1)) {
    const agents = HOSTS.filter(({ importDepth }) => importDepth !== undefined && importDepth < hops)
      .map(({ id }) => id);
    list.add("import-too-deep", "warning", start, `${path} is ${hops} imports away`, { agents });
  }
}
