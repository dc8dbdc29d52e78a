/** `lint`: what is wrong with the instruction files, rules and skills of a repository. */
import { compareStrings } from "../../model/mod.ts";
import { HOSTS } from "../hosts.ts";
import { labelIn } from "../paths.ts";
import { listFiles, MAX_FILES, readInside } from "../repository_files.ts";
import { type Finding, type LintResult, SCHEMA_VERSION } from "../results.ts";
import { resolveWorkingDirectory } from "../walk_up.ts";
import type { Workspace } from "../workspace.ts";
import { checkContradictions } from "./contradiction_checks.ts";
import { checkDuplicates } from "./duplicate_checks.ts";
import { FindingList, type LintedFile, type LintScope } from "./finding_list.ts";
import { checkImports } from "./import_checks.ts";
import { checkLimits } from "./limit_checks.ts";
import { checkLinks } from "./link_checks.ts";
import { checkRules } from "./rule_checks.ts";
import { checkSkill } from "./skill_checks.ts";
import { checkText } from "./text_checks.ts";

/** What is asked. */
export interface LintRequest {
  /** The files, and the directory to inspect. */
  workspace: Workspace;
  /** The files that git tracks, relative to the working directory. Without them every file counts. */
  trackedFiles?: readonly string[];
}

const INSTRUCTION_FILES = new Set([
  "AGENTS.md",
  "AGENTS.override.md",
  "AGENT.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
]);

/** Inspects everything below the working directory. */
export async function lintInstructions({ workspace, trackedFiles }: LintRequest): Promise<LintResult> {
  const cwd = await resolveWorkingDirectory(workspace);
  const { paths, links, truncated } = await listFiles(workspace, cwd);
  const files: LintedFile[] = [];
  for (const path of paths) {
    const kind = classify(path);
    if (kind === undefined) continue;
    const absolute = labelIn(cwd, path);
    const read = await readInside(workspace, cwd, absolute);
    if (read === undefined) continue;
    files.push({ path, absolute, ...kind, ...read, link: links.has(path) });
  }
  const scope: LintScope = { workspace, cwd, files, trackedFiles: trackedFiles ?? paths };
  const list = new FindingList();
  if (truncated) {
    list.add("too-many-files", "warning", ".", `only the first ${MAX_FILES} files were looked at`);
  }
  for (const file of files) {
    // A link's target is inspected under its own name.
    if (!file.link) checkText(file, list);
    if (file.kind === "skill") checkSkill(file, list);
  }
  checkRules(scope, list);
  checkDuplicates(scope, list);
  checkContradictions(scope, list);
  await checkImports(scope, list);
  await checkLimits(scope, list);
  await checkLinks(scope, paths, list);
  const findings = list.findings.sort(compareFindings);
  return { schema_version: SCHEMA_VERSION, command: "lint", count: findings.length, findings };
}

/** What a file is by its path; undefined for files that are no business of ours. */
function classify(path: string): Pick<LintedFile, "kind" | "rule"> | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "SKILL.md") return { kind: "skill" };
  if (INSTRUCTION_FILES.has(name) || /(?:^|\/)\.github\/copilot-instructions\.md$/.test(path)) {
    return { kind: "instructions" };
  }
  for (const { id, rules = [] } of HOSTS) {
    for (const folder of rules) {
      const at = `/${path}`.lastIndexOf(`/${folder.folder}/`);
      if (at >= 0 && /\.mdc?$/.test(name)) {
        return { kind: "rule", rule: { agent: id, folder, base: path.slice(0, Math.max(0, at - 1)) || "." } };
      }
    }
  }
  return /(?:^|\/)\.(?:claude|github|cursor|gemini|grok|kiro|opencode)\/agents?\/[^/]+\.md$/.test(path)
    ? { kind: "agent" }
    : undefined;
}

function compareFindings(a: Finding, b: Finding): number {
  return compareStrings(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || compareStrings(a.rule, b.rule) ||
    compareStrings(a.detail, b.detail);
}
