/** `SKILL.md` files against the common format of agent skills. */
import { type HeadField, parseFrontmatter } from "../frontmatter.ts";
import { baseName, parentPath } from "../paths.ts";
import type { FindingList, LintedFile } from "./finding_list.ts";

const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/** Checks one skill. */
export function checkSkill({ path, text }: LintedFile, list: FindingList): void {
  const { fields } = parseFrontmatter(text);
  checkName(path, fields.get("name"), list);
  const description = fields.get("description");
  const described = textOf(description);
  if (description === undefined || described === undefined || described.trim() === "") {
    list.add("skill-description", "error", path, "description is required", lineOf(description));
  } else if (described.length > MAX_DESCRIPTION) {
    const detail = `description has ${described.length} of ${MAX_DESCRIPTION} characters`;
    list.add("skill-description", "error", path, detail, lineOf(description));
  }
  const compatibility = fields.get("compatibility");
  const compatible = textOf(compatibility);
  if (compatibility !== undefined && (compatible === undefined || compatible.length > MAX_COMPATIBILITY)) {
    const detail = `compatibility must be a text of at most ${MAX_COMPATIBILITY} characters`;
    list.add("skill-compatibility", "error", path, detail, lineOf(compatibility));
  }
  const metadata = fields.get("metadata");
  if (metadata !== undefined && !isTextMap(metadata)) {
    list.add("skill-metadata", "warning", path, "metadata must map texts to texts", lineOf(metadata));
  }
}

function checkName(path: string, field: HeadField | undefined, list: FindingList): void {
  const name = textOf(field);
  const report = (detail: string) => list.add("skill-name", "error", path, detail, lineOf(field));
  if (name === undefined || name === "") return report("name is required");
  if (name.length > MAX_NAME) return report(`name has ${name.length} of ${MAX_NAME} characters`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    return report("name takes a-z, 0-9 and single hyphens, none at an end");
  }
  const directory = baseName(parentPath(`/${path}`, "posix"), "posix");
  if (directory !== "" && name !== directory) report(`name ${name} differs from the directory ${directory}`);
}

function textOf(field: HeadField | undefined): string | undefined {
  return field?.value.kind === "text" ? field.value.text : undefined;
}

function lineOf(field: HeadField | undefined): { line?: number } {
  return field === undefined ? {} : { line: field.line };
}

/** Unquoted numbers and switches are no texts. */
function isTextMap({ value }: HeadField): boolean {
  if (value.kind === "text") return value.text === "" || /^\{\s*\}$/.test(value.text);
  return value.kind === "map" &&
    value.entries.every(([, { text, quoted }]) =>
      quoted || !/^(?:|true|false|null|~|-?\d+(?:\.\d+)?|[[{].*)$/i.test(text)
    );
}
