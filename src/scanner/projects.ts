/** Which projects a repository holds, told from the names of its files. */
import { compareStrings, type Project } from "../model/mod.ts";

/** Marker files and the type they stand for, best first. */
const MARKERS: readonly (readonly [name: string, type: string])[] = [
  ["package.json", "node"],
  ["deno.json", "deno"],
  ["deno.jsonc", "deno"],
  ["jsr.json", "deno"],
  ["go.mod", "go"],
  ["Cargo.toml", "rust"],
  ["pyproject.toml", "python"],
  ["setup.py", "python"],
  ["requirements.txt", "python"],
  ["composer.json", "php"],
  ["Gemfile", "ruby"],
  ["pom.xml", "java"],
  ["build.gradle", "java"],
  ["build.gradle.kts", "java"],
  ["CMakeLists.txt", "cmake"],
];

/** Marker extensions, best first and all behind the names. */
const EXTENSIONS: readonly (readonly [extension: string, type: string])[] = [
  [".csproj", "dotnet"],
  [".fsproj", "dotnet"],
  [".vbproj", "dotnet"],
];

function rankOf(name: string): { rank: number; type: string } | undefined {
  const byName = MARKERS.findIndex(([marker]) => marker === name);
  if (byName >= 0) return { rank: byName, type: MARKERS[byName]![1] };
  const byExtension = EXTENSIONS.findIndex(([extension]) => name.endsWith(extension) && name !== extension);
  if (byExtension < 0) return undefined;
  return { rank: MARKERS.length + byExtension, type: EXTENSIONS[byExtension]![1] };
}

/**
 * One project per folder that holds a marker: the best marker wins, among equals the first by name.
 *
 * @param paths the selected files, root-relative, in any order.
 * @returns sorted by path; `.` is the root.
 */
export function detectProjects(paths: readonly string[]): Project[] {
  const best = new Map<string, Project & { rank: number }>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    const marker = path.slice(slash + 1);
    const found = rankOf(marker);
    if (found === undefined) continue;
    const folder = slash < 0 ? "." : path.slice(0, slash);
    const current = best.get(folder);
    const order = current === undefined
      ? -1
      : found.rank - current.rank || compareStrings(marker, current.marker);
    if (order < 0) best.set(folder, { path: folder, type: found.type, marker, rank: found.rank });
  }
  return [...best.values()]
    .sort((a, b) => compareStrings(a.path, b.path))
    .map(({ path, type, marker }) => ({ path, type, marker }));
}
