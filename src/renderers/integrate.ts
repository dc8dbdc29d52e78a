/** `integrate`, which speaks text in every format. */
import type { IntegrateResult, ListedClient, WiredFile } from "../model/mod.ts";
import { visible } from "../text/mod.ts";

/** Renders what became of the files of clients, or the catalogue of clients. */
export function renderIntegrate(result: IntegrateResult): string {
  if (result.mode === "list") return result.clients.map(entry).join("\n\n");
  const { mode, root, files, note } = result;
  const done = { write: "Integrated", check: "Checked", remove: "Removed" }[mode];
  const lines = [
    `${done} RepoContext in ${visible(root)}`,
    ...files.map((file) => row(file, mode === "check")),
  ];
  if (note !== undefined) lines.push(`Note: ${visible(note)}`);
  return lines.join("\n");
}

function row({ client, path, change, detail }: WiredFile, isForetold: boolean): string {
  const name = visible(path);
  const start = `  [${visible(client)}]`;
  switch (change) {
    case "kept":
      return `${start} left ${name} untouched: it exists and names repoctx`;
    case "foreign":
      return `${start} left ${name} untouched: it exists; 'repoctx integrate --list' shows what to add`;
    case "untouched":
      return `${start} left ${name} untouched: ${visible(detail ?? "")}`;
    case "created":
    case "updated":
      return `${start} ${isForetold ? "would be " : ""}${change} ${name}`;
    default:
      return `${start} ${change} ${name}`;
  }
}

function entry({ id, title, detected, files, hooks, registration }: ListedClient): string {
  return [
    `${id}: ${title}${detected ? " (detected here)" : ""}`,
    `  files: ${files.map(visible).join(", ")}`,
    ...(hooks === undefined ? [] : [`  with --hooks: ${visible(hooks)}`]),
    `  register: ${visible(registration)}`,
  ].join("\n");
}
