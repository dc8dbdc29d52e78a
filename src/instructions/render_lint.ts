/** Lint findings as text and as Markdown. Nothing here ends with a newline. */
import type { Finding, LintResult } from "./results.ts";
import { visibleText } from "./visible_text.ts";

/** One line per finding, then the count. */
export function lintText(result: LintResult): string {
  return [...result.findings.map(findingLine), countLine(result)].join("\n");
}

function findingLine({ rule, severity, path, line, detail, agents }: Finding): string {
  const place = line === undefined ? visibleText(path) : `${visibleText(path)}:${line}`;
  const whom = agents === undefined ? "" : ` (${agents.join(", ")})`;
  return `${place}: ${severity} ${rule}: ${visibleText(detail)}${whom}`;
}

function countLine({ count }: LintResult): string {
  return count === 0 ? "No findings." : `${count} finding${count === 1 ? "" : "s"}.`;
}

/** The same as a table. */
export function lintMarkdown(result: LintResult): string {
  const cell = (text: string) => visibleText(text).replaceAll("|", "\\|");
  const rows = result.findings.map(({ rule, severity, path, line, detail, agents }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `| ${cell(place)} | ${severity} | ${rule} | ${cell(detail)} | ${(agents ?? []).join(", ")} |`;
  });
  if (rows.length === 0) return "# Lint\n\nNo findings.";
  return [
    "# Lint",
    "",
    countLine(result),
    "",
    "| Place | Severity | Rule | Detail | Agents |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
