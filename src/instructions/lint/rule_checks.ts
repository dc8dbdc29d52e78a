/** Rule files whose scope is not what their author meant. */
import { parseFrontmatter, textsOf } from "../frontmatter.ts";
import { compileGlob } from "../glob.ts";
import { ruleScope } from "../host_files.ts";
import { relativePath } from "../paths.ts";
import type { FindingList, LintedFile, LintScope } from "./finding_list.ts";

/** Keys that some agent scopes rules with. */
const SCOPE_KEYS = ["paths", "globs", "applyTo", "fileMatchPattern"];

/** Checks the heads of all rule files. */
export function checkRules(scope: LintScope, list: FindingList): void {
  for (const file of scope.files) {
    if (file.rule !== undefined) checkRule(scope, file, file.rule, list);
  }
}

function checkRule(
  scope: LintScope,
  { path, text }: LintedFile,
  { agent, folder, base }: NonNullable<LintedFile["rule"]>,
  list: FindingList,
): void {
  const agents = [agent];
  if (!path.endsWith(folder.extension)) {
    list.add(
      "scope-ignored",
      "warning",
      path,
      `only ${folder.extension} files are rules in ${folder.folder}`,
      { agents },
    );
    return;
  }
  const { fields, present, strayLines } = parseFrontmatter(text);
  if (!present && /^---[ \t]*(?:\n|$)/.test(text)) {
    list.add("frontmatter", "error", path, "the head is not closed by a line ---", { line: 1, agents });
  }
  for (const line of strayLines) {
    list.add("frontmatter", "warning", path, "line of the head without a key", { line, agents });
  }
  const own = folder.scopeKeys.some((key) => fields.has(key));
  for (const key of SCOPE_KEYS) {
    const field = fields.get(key);
    if (field === undefined || folder.scopeKeys.includes(key) || own) continue;
    const wanted = folder.scopeKeys.length === 0
      ? "scopes no rules"
      : `scopes rules with ${folder.scopeKeys.join(", ")}`;
    list.add("scope-ignored", "warning", path, `${key} is ignored: ${agent} ${wanted}`, {
      line: field.line,
      agents,
    });
  }
  const applyTo = fields.get("applyTo");
  if (folder.scopeKeys.includes("applyTo") && applyTo?.value.kind === "list") {
    list.add("scope-ignored", "warning", path, "applyTo must be one text with commas, not a list", {
      line: applyTo.line,
      agents,
    });
  }
  const always = fields.get("alwaysApply");
  if (folder.mode?.key === "alwaysApply" && always?.value.kind === "text" && always.value.quoted) {
    list.add(
      "scope-ignored",
      "warning",
      path,
      `alwaysApply: "${always.value.text}" is a text, not a switch`,
      {
        line: always.line,
        agents,
      },
    );
  }
  checkGlobs(scope, { path, text, base, folder, agents }, list);
}

function checkGlobs(
  scope: LintScope,
  rule: {
    path: string;
    text: string;
    base: string;
    folder: NonNullable<LintedFile["rule"]>["folder"];
    agents: string[];
  },
  list: FindingList,
): void {
  const { path, text, base, folder, agents } = rule;
  if (ruleScope(text, folder).activation !== "glob") return;
  const { fields } = parseFrontmatter(text);
  for (const key of folder.scopeKeys) {
    const field = fields.get(key);
    if (field === undefined) continue;
    for (const pattern of textsOf(field.value)) {
      const glob = compileGlob(pattern, { bare: folder.bare });
      const place = { line: field.line, agents };
      if (glob === undefined) list.add("glob-invalid", "error", path, pattern, place);
      else if (
        !scope.trackedFiles.some((file) => glob(relativePath(`/${base}`, `/${file}`, "posix") ?? file))
      ) {
        list.add("glob-matches-nothing", "warning", path, pattern, place);
      }
    }
  }
}
