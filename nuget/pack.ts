/**
 * `deno task nuget`: makes `build/release/Repoctx.MSBuild.<system>.<version>.nupkg` from what `deno task compile` built.
 *
 * There is one package for each system: a single one would be as large as the registry takes at all.
 * A package is a zip archive with a manifest, written here without the .NET SDK so that it is made and tested anywhere.
 */
import { join } from "node:path";
import manifest from "../deno.json" with { type: "json" };
import { ROOT } from "../tools/program.ts";
import { type Target, TARGETS } from "../tools/targets.ts";
import { zip, type ZipEntry } from "../tools/zip.ts";

/** The packages, and for which system each is. */
export const PACKAGES: readonly { readonly id: string; readonly os: Target["os"] }[] = [
  { id: "Repoctx.MSBuild.Linux", os: "linux" },
  { id: "Repoctx.MSBuild.MacOS", os: "darwin" },
  { id: "Repoctx.MSBuild.Windows", os: "win32" },
];

const DESCRIPTION =
  "Keeps a repoctx index of a repository fresh as part of its build: the right part of a repository " +
  "for a coding agent, ranked, explained, inside an exact token budget. Offline.";

/**
 * The files of a package.
 *
 * @param id of {@link PACKAGES}.
 * @param os of the same.
 * @param binaries folder with `<target>/repoctx` or `<target>/repoctx.exe`.
 * @param licences path of the licences of others.
 * @param repository address of the git repository, where it is known.
 */
export async function packageEntries(
  { id, os }: (typeof PACKAGES)[number],
  binaries: string,
  licences: string,
  repository?: string,
): Promise<ZipEntry[]> {
  const text = (name: string, content: string): ZipEntry => ({
    name,
    content: new TextEncoder().encode(content),
  });
  const file = async (name: string, path: string): Promise<ZipEntry> => ({
    name,
    content: await Deno.readFile(path),
  });
  const own = (path: string) => join(ROOT, "nuget", path);
  const programs = TARGETS.filter((target) => target.os === os).map(({ name, executable }) =>
    `${name}/${executable}`
  );
  // MSBuild takes a file that is named as the package.
  const targets = await file(`build/${id}.targets`, own("repoctx.targets"));
  return [
    text("[Content_Types].xml", contentTypes(programs)),
    text("_rels/.rels", relationships(id)),
    text(`${id}.nuspec`, nuspec(id, repository)),
    targets,
    // The outer build of a project with many frameworks looks here.
    { ...targets, name: `buildMultiTargeting/${id}.targets` },
    await file("mcp.json", own("mcp.json")),
    await file("README.md", own("README.md")),
    await file("LICENSE", join(ROOT, "LICENSE")),
    await file("THIRD_PARTY_LICENSES.txt", licences),
    text("version.txt", `${manifest.version}\n`),
    ...await Promise.all(programs.map((path) => file(`tools/${path}`, join(binaries, path)))),
  ];
}

function nuspec(id: string, repository: string | undefined): string {
  const source = repository === undefined ? "" : `\n    <repository type="git" url="${repository}" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata minClientVersion="3.3">
    <id>${id}</id>
    <version>${manifest.version}</version>
    <authors>The repoctx authors</authors>
    <developmentDependency>true</developmentDependency>
    <license type="expression">${manifest.license}</license>
    <readme>README.md</readme>
    <description>${DESCRIPTION}</description>
    <tags>agent context llm mcp msbuild</tags>${source}
  </metadata>
</package>
`;
}

function contentTypes(programs: readonly string[]): string {
  const extensions = ["nuspec", "targets", "json", "md", "txt", "exe"];
  const parts = [
    "LICENSE",
    ...programs.filter((path) => !path.endsWith(".exe")).map((path) => `tools/${path}`),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
${extensions.map((name) => `  <Default Extension="${name}" ContentType="application/octet" />`).join("\n")}
${parts.map((part) => `  <Override PartName="/${part}" ContentType="application/octet" />`).join("\n")}
</Types>
`;
}

function relationships(id: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/${id}.nuspec" Id="manifest" />
</Relationships>
`;
}

async function main(): Promise<void> {
  const [server, name] = [Deno.env.get("GITHUB_SERVER_URL"), Deno.env.get("GITHUB_REPOSITORY")];
  const repository = server && name ? `${server}/${name}` : undefined;
  const folder = join(ROOT, "build/release");
  await Deno.mkdir(folder, { recursive: true });
  for (const named of PACKAGES) {
    const licences = join(ROOT, "build/program/THIRD_PARTY_LICENSES.txt");
    const archive = await zip(await packageEntries(named, join(ROOT, "build/bin"), licences, repository));
    const path = join(folder, `${named.id}.${manifest.version}.nupkg`);
    await Deno.writeFile(path, archive);
    // deno-lint-ignore no-console
    console.log(`${path}: ${archive.length} bytes`);
  }
}

if (import.meta.main) await main();
