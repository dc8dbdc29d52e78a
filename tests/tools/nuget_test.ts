/** The NuGet package: what is in it, and what its targets do in a build. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { packageEntries, PACKAGES } from "../../nuget/pack.ts";
import { ROOT } from "../../tools/program.ts";
import { TARGETS } from "../../tools/targets.ts";
import { zip } from "../../tools/zip.ts";

/** Notes what it was called with; fails when told to. */
const RECORDER = `#!/bin/sh
echo "$@" >> calls
[ "$1" = init ] && echo '{}' > repoctx.config.json
[ ! -e fail ]
`;

const LINUX = PACKAGES.find(({ os }) => os === "linux")!;

function entriesFrom(folder: string, named: (typeof PACKAGES)[number]): ReturnType<typeof packageEntries> {
  return packageEntries(named, join(folder, "bin"), join(folder, "licences"));
}

/** The unpacked package beside an empty repository with one project. */
class Workplace implements AsyncDisposable {
  private constructor(readonly folder: string, readonly repository: string) {}

  static async make(): Promise<Workplace> {
    const folder = await Deno.makeTempDir({ prefix: "repoctx nuget " });
    for (const { name, executable } of TARGETS) await write(join(folder, "bin", name, executable), RECORDER);
    await write(join(folder, "licences"), "licences");
    for (const { name, content } of await entriesFrom(folder, LINUX)) {
      await write(join(folder, "package", name), content);
    }
    const repository = join(folder, "a repository");
    await write(
      join(repository, "src/App/App.proj"),
      `<Project DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup>
    <BaseIntermediateOutputPath>obj/</BaseIntermediateOutputPath>
    <!-- As the targets of .NET have it while a project is read. -->
    <BuildingProject>false</BuildingProject>
  </PropertyGroup>
  <Target Name="Build" />
  <Import Project="${join(folder, "package/build", `${LINUX.id}.targets`)}" />
</Project>\n`,
    );
    return new Workplace(folder, repository);
  }

  /** Builds the project and returns what the program was called with since the last build. */
  async build(...properties: string[]): Promise<string[]> {
    const given = [`SolutionDir=${this.repository}/`, ...properties];
    const { code, stdout } = await new Deno.Command(engine![0]!, {
      args: [
        ...engine!.slice(1),
        "/nologo",
        ...given.map((property) => `/p:${property}`),
        "src/App/App.proj",
      ],
      cwd: this.repository,
      stderr: "null",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stdout));
    const calls = await Deno.readTextFile(join(this.repository, "calls")).catch(() => "");
    await Deno.remove(join(this.repository, "calls")).catch(() => {});
    return calls.split("\n").filter((line) => line !== "");
  }

  has(path: string): boolean {
    try {
      return Deno.statSync(join(this.repository, path)).isFile;
    } catch {
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
}

/** How to run a project file here, if anything can. */
const engine = Deno.build.os === "windows"
  ? undefined // The stand-in is a shell script.
  : [["dotnet", "msbuild"], ["msbuild"], ["xbuild"]].find(([program]) => {
    try {
      return new Deno.Command(program!, { args: ["/version"], stdout: "null", stderr: "null" }).outputSync()
        .success;
    } catch {
      return false;
    }
  });
const ignore = engine === undefined;

Deno.test({
  name: "the first build sets everything up, later ones index",
  ignore,
  async fn() {
    await using place = await Workplace.make();
    assert.deepEqual(await place.build(), ["init --no-agents", "integrate", "index"]);
    assert.ok(place.has(".repoctx/bin/repoctx"));
    const { servers } = JSON.parse(await Deno.readTextFile(join(place.repository, ".vscode/mcp.json")));
    assert.equal(servers.repoctx.command, "${workspaceFolder}/.repoctx/bin/repoctx");
    assert.deepEqual(await place.build(), ["index"]);
  },
});

Deno.test({
  name: "the program is the one for the system that the SDK names, or that the package is for",
  ignore,
  async fn() {
    await using place = await Workplace.make();
    const installed = async (...names: string[]) => {
      await place.build(...names);
      return (await Deno.readTextFile(join(place.repository, ".repoctx/bin/version.txt"))).trim().split(
        " ",
      )[1];
    };
    assert.equal(await installed(), "linux-x64");
    assert.equal(await installed("NETCoreSdkRuntimeIdentifier=linux-arm64"), "linux-arm64");
    const distribution = "NETCoreSdkRuntimeIdentifier=fedora.39-x64";
    assert.equal(await installed(distribution, "NETCoreSdkPortableRuntimeIdentifier=linux-x64"), "linux-x64");
  },
});

Deno.test({
  name: "each part can be switched off",
  ignore,
  async fn() {
    await using place = await Workplace.make();
    assert.deepEqual(await place.build("RepoCtxAutoSetup=false"), []);
    assert.deepEqual(await place.build("DesignTimeBuild=true"), []);
    assert.deepEqual(await place.build("TargetFrameworks=a%3Bb"), [], "an inner build of many frameworks");
    assert.deepEqual(
      await place.build("RepoCtxAutoAgents=false", "RepoCtxAutoMcp=false", "RepoCtxAutoShim=false"),
      ["init --no-agents", "index"],
    );
    assert.deepEqual([place.has(".vscode/mcp.json"), place.has(".repoctx/bin/repoctx")], [false, false]);
    assert.deepEqual(await place.build("RepoCtxAutoIndex=false"), []);
  },
});

Deno.test({
  name: "a registration of the user's own is left alone, and nothing fails a build",
  ignore,
  async fn() {
    await using place = await Workplace.make();
    await write(join(place.repository, ".vscode/mcp.json"), "{}");
    await write(join(place.repository, "fail"), "");
    assert.deepEqual(await place.build(), ["init --no-agents", "index"]);
    assert.equal(await Deno.readTextFile(join(place.repository, ".vscode/mcp.json")), "{}");
    assert.deepEqual(await place.build("RepoCtxTarget=linux-musl-x64", "RepoCtxAutoShim=false"), []);
  },
});

Deno.test("a package holds its targets under both names, the one version, and the programs of its system", async () => {
  await using place = await Workplace.make();
  for (const named of PACKAGES) {
    const entries = new Map(
      (await entriesFrom(place.folder, named)).map(({ name, content }) => [name, content]),
    );
    const text = (name: string) => new TextDecoder().decode(entries.get(name));
    assert.equal(text(`build/${named.id}.targets`), text(`buildMultiTargeting/${named.id}.targets`));
    assert.ok(
      text(`${named.id}.nuspec`).includes(`<id>${named.id}</id>\n    <version>${manifest.version}</version>`),
    );
    assert.ok(text(`${named.id}.nuspec`).includes("<developmentDependency>true</developmentDependency>"));
    assert.equal(text("version.txt"), `${manifest.version}\n`);
    assert.deepEqual(
      [...entries.keys()].filter((name) => name.startsWith("tools/")),
      TARGETS.filter(({ os }) => os === named.os).map(({ name, executable }) =>
        `tools/${name}/${executable}`
      ),
    );
  }
});

Deno.test("every target is in one package", () => {
  assert.deepEqual(new Set(PACKAGES.map(({ os }) => os)), new Set(TARGETS.map(({ os }) => os)));
});

Deno.test("every part of a package has a content type", async () => {
  await using place = await Workplace.make();
  for (const named of PACKAGES) {
    const [types, ...parts] = await entriesFrom(place.folder, named);
    const text = new TextDecoder().decode(types!.content);
    for (const { name } of parts) {
      const extension = /\.(\w+)$/.exec(name)?.[1];
      assert.ok(text.includes(`PartName="/${name}"`) || text.includes(`Extension="${extension}"`), name);
    }
  }
});

Deno.test("an archive can be read by others, and is always the same", async () => {
  const python = Deno.build.os === "windows" ? "python" : "python3";
  const folder = await Deno.makeTempDir({ prefix: "repoctx-zip-" });
  try {
    const entries = [
      { name: "a/ä.txt", content: new TextEncoder().encode("text ".repeat(1000)) },
      { name: "empty", content: new Uint8Array(0) },
    ];
    const archive = await zip(entries);
    assert.deepEqual(await zip(entries), archive);
    await Deno.writeFile(join(folder, "a.zip"), archive);
    const script =
      "import sys, zipfile, json; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; " +
      "print(json.dumps({i.filename: z.read(i).decode() for i in z.infolist()}))";
    const { success, stdout } = await new Deno.Command(python, {
      args: ["-c", script, join(folder, "a.zip")],
    })
      .output();
    assert.ok(success);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
      "a/ä.txt": "text ".repeat(1000),
      "empty": "",
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the targets are well-formed and hold no path of this project", async () => {
  const text = await Deno.readTextFile(join(ROOT, "nuget/repoctx.targets"));
  const { parseXml } = await import("npm:@rgrove/parse-xml@4.2.0");
  assert.equal(parseXml(text).root?.name, "Project");
  assert.ok(!text.includes(ROOT));
});
