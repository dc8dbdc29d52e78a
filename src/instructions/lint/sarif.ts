/** Lint findings as SARIF 2.1.0, the form that code hosts show beside a change. */
import type { Finding, LintResult } from "../results.ts";

/** A log with one run. Paths are relative to the root the reader knows as `SRCROOT`. */
export function sarifLog(result: LintResult, version: string): Record<string, unknown> {
  const rules = [...new Set(result.findings.map(({ rule }) => rule))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: { driver: { name: "repoctx lint", version, rules: rules.map((id) => ({ id })) } },
      results: result.findings.map((finding) => sarifResult(finding, rules)),
    }],
  };
}

function sarifResult(
  { rule, severity, path, line, detail, agents }: Finding,
  rules: readonly string[],
): unknown {
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: severity,
    message: { text: agents === undefined ? detail : `${detail} (${agents.join(", ")})` },
    locations: [{
      physicalLocation: {
        artifactLocation: {
          uri: path.toWellFormed().split("/").map(encodeURIComponent).join("/"),
          uriBaseId: "SRCROOT",
        },
        ...(line === undefined ? {} : { region: { startLine: line } }),
      },
    }],
  };
}
