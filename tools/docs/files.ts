/** Files of the project. */

const ROOT = new URL("../../", import.meta.url);

/** Paths of the files below a folder that end so, relative to the project, with `/`, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (const path of pending) {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(`${path}/`, ROOT))) {
      if (isDirectory) pending.push(`${path}/${name}`);
      else if (name.endsWith(ending)) found.push(`${path}/${name}`);
    }
  }
  return found.sort();
}

/** The text of a file, relative to the project. */
export async function readProjectFile(path: string): Promise<string> {
  return (await Deno.readTextFile(new URL(path, ROOT))).replaceAll("\r\n", "\n");
}

/** The Markdown that people read: the README and what lies below `docs`, decisions left out. */
export function handbookPages(): string[] {
  const pages = filesBelow("docs", ".md").filter((path) => !path.startsWith("docs/decisions/"));
  return ["README.md", ...pages];
}
