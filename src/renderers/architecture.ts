/** `architecture` in any format. */
import type { ArchitectureResult, DirectoryNode } from "../model/mod.ts";
import { document, jsonText, list, number, record, texts, type Writer } from "./_json.ts";
import { plural } from "./_labels.ts";
import { code } from "./_markdown.ts";
import { staleJson, staleness } from "./_staleness.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

/** Folders below this depth are indented no further: a chain of folders must not make the output quadratic. */
const MAX_INDENT = 32;

const json = document<ArchitectureResult>({
  schema_version: number,
  command: jsonText,
  stale: staleJson,
  total_files: number,
  total_loc: number,
  depth: number,
  tree: (root) => nodeJson(root),
  languages: list(record<ArchitectureResult["languages"][number]>({
    language: jsonText,
    files: number,
    loc: number,
  })),
  most_imported: list(
    record<ArchitectureResult["most_imported"][number]>({ path: jsonText, dependents: number }),
  ),
  entrypoints: texts,
});

const nodeJson: Writer<DirectoryNode> = record<DirectoryNode>({
  name: jsonText,
  path: jsonText,
  loc: number,
  file_count: number,
  children: list((child) => nodeJson(child)),
});

/** The tree as indented lines, parents first. */
function treeLines(root: DirectoryNode, show: (node: DirectoryNode) => string): string[] {
  const lines: string[] = [];
  const open: { node: DirectoryNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { node, depth } = entry;
    lines.push(`${"  ".repeat(Math.min(depth, MAX_INDENT))}${show(node)}`);
    for (const child of node.children.toReversed()) open.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

function sizes(node: DirectoryNode): string {
  return `${plural(node.loc, "line")} in ${plural(node.file_count, "file")}`;
}

function totals(result: ArchitectureResult): string {
  return `${plural(result.total_files, "file")}, ${plural(result.total_loc, "line")}, depth ${result.depth}`;
}

/** The lists below the tree: title and entries, with paths shown by `show`. */
function sections(
  result: ArchitectureResult,
  show: (path: string) => string,
): { title: string; entries: string[] }[] {
  return [
    {
      title: "Languages",
      entries: result.languages.map(({ language, files, loc }) =>
        `${visible(language)}: ${plural(loc, "line")} in ${plural(files, "file")}`
      ),
    },
    {
      title: "Most imported",
      entries: result.most_imported.map(({ path, dependents }) =>
        `${show(path)}: ${plural(dependents, "dependent")}`
      ),
    },
    { title: "Entry points", entries: result.entrypoints.map(show) },
  ].filter(({ entries }) => entries.length > 0);
}

function text(result: ArchitectureResult): string {
  const tree = treeLines(result.tree, (node) => `${visible(node.name)}  ${sizes(node)}`);
  return [
    `Architecture: ${totals(result)}`,
    ...tree.map((line) => `  ${line}`),
    ...sections(result, visible).flatMap((
      { title, entries },
    ) => [title, ...entries.map((entry) => `  ${entry}`)]),
    ...(result.stale === undefined ? [] : [staleness(result.stale)]),
  ].join("\n");
}

function markdown(result: ArchitectureResult): string {
  const tree = treeLines(result.tree, (node) => `- ${code(node.name)} ${sizes(node)}`);
  return [
    "# Architecture",
    totals(result),
    tree.join("\n"),
    ...sections(result, code).map(({ title, entries }) =>
      `## ${title}\n${entries.map((entry) => `- ${entry}`).join("\n")}`
    ),
    ...(result.stale === undefined ? [] : [staleness(result.stale)]),
  ].join("\n\n");
}

/** Renders the structure of a repository. */
export const renderArchitecture: (result: ArchitectureResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
