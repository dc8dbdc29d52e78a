/** `doctor` in any format. Text and Markdown say the same in the same words. */
import type { ClientHealth, DoctorResult, IndexHealth } from "../model/mod.ts";
import { document, filled, flag, jsonText, list, map, number, record, texts } from "./_json.ts";
import { grouped, joined, plural, sortedNames } from "./_labels.ts";
import { prose } from "./_markdown.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const json = document<DoctorResult>({
  schema_version: number,
  command: jsonText,
  version: jsonText,
  build: record<NonNullable<DoctorResult["build"]>>({ commit: jsonText, modified: flag }),
  runtime: record<DoctorResult["runtime"]>({
    deno: jsonText,
    v8: jsonText,
    compiled: flag,
    started_as: jsonText,
  }),
  platform: record<DoctorResult["platform"]>({ os: jsonText, arch: jsonText, release: jsonText }),
  git: jsonText,
  sqlite: jsonText,
  variables: texts,
  directory: jsonText,
  root: jsonText,
  config: record<DoctorResult["config"]>({ state: jsonText, problem: jsonText }),
  index: record<IndexHealth>({
    state: jsonText,
    problem: jsonText,
    size_bytes: number,
    indexed_at: jsonText,
    age_seconds: number,
    tool_version: jsonText,
    commit: jsonText,
    head: jsonText,
    files: number,
    chunks: number,
    symbols: number,
    edges: number,
  }),
  working_tree: record<NonNullable<DoctorResult["working_tree"]>>({
    added: number,
    modified: number,
    deleted: number,
    verified: flag,
  }),
  skipped: map(number),
  languages: list(record<DoctorResult["languages"][number]>({ language: jsonText, files: number })),
  clients: list(record<ClientHealth>({
    id: jsonText,
    files: list(record<ClientHealth["files"][number]>({ path: jsonText, state: jsonText, detail: filled })),
  })),
  findings: texts,
});

/** How the program is being run, in words. */
const STARTS: Readonly<Record<DoctorResult["runtime"]["started_as"], string>> = {
  binary: "self-contained program",
  npm: "self-contained program of the npm package",
  nuget: "self-contained program of the NuGet package",
  node: "npm package on Node.js, without the program for this system",
  clone: "sources on this machine, run by Deno",
  remote: "sources from a registry, run by Deno",
};

/** A heading and the facts below it. */
type Section = readonly [title: string, facts: readonly string[]];

function sections(result: DoctorResult): Section[] {
  const { build, runtime, platform, git, sqlite, variables } = result;
  const changed = build?.modified ? " with uncommitted changes" : "";
  return [
    ["Program", [
      `repoctx ${result.version}${build === undefined ? "" : `, built from ${build.commit}${changed}`}`,
      `run as: ${STARTS[runtime.started_as]}`,
      // On Node it says "none, Node.js" and a version.
      `${
        runtime.started_as === "node" ? runtime.deno.replace("none, ", "") : `Deno ${runtime.deno}`
      }, V8 ${runtime.v8}`,
      `${platform.os} ${platform.arch}, ${platform.release}`,
      `git ${git ?? "not found"}, SQLite ${sqlite ?? "unknown"}`,
      `variables: ${variables.join(", ") || "none"}`,
    ]],
    ["Repository", [
      `directory: ${result.directory}`,
      `root: ${result.root ?? "none"}`,
      `config: ${joined([result.config.state, result.config.problem], ", ")}`,
    ]],
    ["Index", indexFacts(result)],
    ["Agents", result.clients.flatMap(clientFacts)],
    ["Findings", result.findings],
  ];
}

function indexFacts({ index, working_tree: tree, skipped, languages }: DoctorResult): string[] {
  const facts = [`state: ${joined([index.state, index.problem], ", ")}`];
  if (index.size_bytes !== undefined) facts.push(`size: ${grouped(index.size_bytes)} bytes`);
  if (index.state !== "ok") return facts;
  facts.push(
    `built: ${index.indexed_at} (${age(index.age_seconds ?? 0)} ago) by ${index.tool_version}`,
    `commit: ${index.commit ?? "none"}${index.head === index.commit ? "" : `, now ${index.head ?? "none"}`}`,
    `holds: ${plural(index.files ?? 0, "file")}, ${plural(index.chunks ?? 0, "chunk")}, ` +
      `${plural(index.symbols ?? 0, "symbol")}, ${plural(index.edges ?? 0, "edge")}`,
  );
  if (tree !== undefined) {
    const { added, modified, deleted, verified } = tree;
    const isFresh = added + modified + deleted === 0;
    const counts = `${added} added, ${modified} modified, ${deleted} deleted${verified ? "" : " at most"}`;
    facts.push(`working tree: ${isFresh ? "as indexed" : counts}`);
  }
  const reasons = sortedNames(skipped).map((reason) => `${skipped[reason]} ${reason}`);
  facts.push(`skipped: ${reasons.join(", ") || "nothing"}`);
  facts.push(
    `languages: ${languages.map(({ language, files }) => `${language} ${files}`).join(", ") || "none"}`,
  );
  return facts;
}

function clientFacts({ id, files }: ClientHealth): string[] {
  return files.map(({ path, state, detail }) => `[${id}] ${path}: ${joined([state, detail], ", ")}`);
}

/** The largest unit that fits, rounded down. */
function age(seconds: number): string {
  const units: [size: number, name: string][] = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  const unit = units.find(([size]) => seconds >= size);
  return unit === undefined ? plural(seconds, "second") : plural(Math.floor(seconds / unit[0]), unit[1]);
}

function text(result: DoctorResult): string {
  return sections(result)
    .map((
      [title, facts],
    ) => [title, ...(facts.length > 0 ? facts : ["none"]).map((fact) => `  ${visible(fact)}`)])
    .flat().join("\n");
}

function markdown(result: DoctorResult): string {
  const parts = sections(result).map(([title, facts]) =>
    `## ${title}\n\n${(facts.length > 0 ? facts : ["none"]).map((fact) => `- ${prose(fact)}`).join("\n")}`
  );
  return `# repoctx doctor\n\n${parts.join("\n\n")}`;
}

/** Renders what `doctor` found. */
export const renderDoctor: (result: DoctorResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
