/** What the checks write into and read from. */
import type { RuleFolder } from "../hosts.ts";
import type { Finding, Severity } from "../results.ts";
import type { Workspace } from "../workspace.ts";

/** A file under inspection. */
export interface LintedFile {
  /** Relative to the working directory. */
  path: string;
  absolute: string;
  kind: "instructions" | "rule" | "skill" | "agent";
  /** LF line ends, no byte order mark. */
  text: string;
  bytes: number;
  lossy: boolean;
  bom: boolean;
  /** The entry is a link. */
  link: boolean;
  /** For a rule: whose it is, and the directory that its globs start from. */
  rule?: { agent: string; folder: RuleFolder; base: string };
}

/** What all checks know. */
export interface LintScope {
  workspace: Workspace;
  /** The working directory, resolved. */
  cwd: string;
  /** Every file under inspection, sorted by path. */
  files: readonly LintedFile[];
  /** Paths that globs are matched with, relative to the working directory. */
  trackedFiles: readonly string[];
}

/** Where and for whom a finding holds. */
export interface FindingPlace {
  line?: number;
  agents?: readonly string[];
}

/** Collects findings. */
export class FindingList {
  readonly findings: Finding[] = [];

  add(rule: string, severity: Severity, path: string, detail: string, place: FindingPlace = {}): void {
    const { line, agents } = place;
    this.findings.push({
      rule,
      severity,
      path,
      ...(line === undefined ? {} : { line }),
      detail,
      ...(agents === undefined ? {} : { agents: [...agents] }),
    });
  }
}
