/** The table of what each coding agent loads by itself, made from the data that the program uses. Pure. */
import { type HostProfile, HOSTS, HOSTS_VERIFIED, type NameGroup } from "../../src/instructions/hosts.ts";
import { inlineCode, markdownTable } from "./markdown.ts";

/** The table, and when its data was last gone through. */
export function hostTable(): string {
  const rows = HOSTS.map((host) => [
    inlineCode(host.id),
    start(host),
    host.touch === undefined ? "" : names(host.touch),
    (host.rules ?? []).map(({ folder, extension }) => inlineCode(`${folder}/**/*${extension}`)).join(", "),
    limits(host),
  ]);
  const table = markdownTable(
    ["agent", "at the start", "when a file there is touched", "rules", "limits"],
    rows,
  );
  return `${table}\n\nLast gone through on ${HOSTS_VERIFIED}. Files of home directories and managed places are left out: ` +
    "they are the same for every repository.";
}

function start({ start: { from, groups, fallback } }: HostProfile): string {
  if (groups.length === 0) return "";
  const place = from === "repository_root" ? "from the root of the repository down" : "working directory";
  const otherwise = fallback === undefined ? "" : `; without any, ${fallback.map(inlineCode).join(", ")}`;
  return `${place}: ${names(groups)}${otherwise}`;
}

function names(groups: readonly NameGroup[]): string {
  return groups.map(({ firstOf }) => firstOf.map(inlineCode).join(" or ")).join(", ");
}

function limits({ limits = {}, importDepth }: HostProfile): string {
  const { chainBytes, fileBytes, ruleCharacters } = limits;
  return [
    chainBytes === undefined ? "" : `${chainBytes / 1024} KiB together`,
    fileBytes === undefined ? "" : `${fileBytes / 1024 / 1024} MiB per file`,
    ruleCharacters === undefined ? "" : `${ruleCharacters} characters per rule`,
    importDepth === undefined ? "" : `imports up to ${importDepth} deep`,
  ].filter((part) => part !== "").join(", ");
}
