/**
 * `deno task verify:nuget`: restores the NuGet package for Linux into a new repository with a real NuGet, builds that with a
 * real MSBuild and compiler, and uses what the build set up; then the same as a teammate who clones the repository.
 *
 * Needs `build/repoctx` (`deno task compile --smoke`), npm and pip. Fetches 200 MB once.
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import manifest from "../deno.json" with { type: "json" };
import { ROOT } from "../tools/program.ts";
import { targetNamed, TARGETS } from "../tools/targets.ts";
import { zip } from "../tools/zip.ts";
import { type MSBuild, prepareMSBuild } from "./msbuild.ts";
import { packageEntries, PACKAGES } from "./pack.ts";

const LINUX = PACKAGES.find(({ os }) => os === "linux")!;
const BUILT_FOR = targetNamed("linux-x64");

/** Libraries to compile against, since no package with references can be restored. */
const REFERENCES = ["System.Private.CoreLib.dll", "System.Runtime.dll", "System.Diagnostics.Debug.dll"];

function filesOf(feed: string, libraries: string): Record<string, string> {
  const references = REFERENCES.map((name) => join(libraries, name)).join(";");
  return {
    ".gitignore": "bin/\nobj/\n",
    "CLAUDE.md": "# Rules\n",
    "nuget.config": `<?xml version="1.0" encoding="utf-8"?>
<configuration><packageSources><clear /><add key="local" value="${feed}" /></packageSources></configuration>
`,
    "src/App/App.csproj": `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>netstandard2.0</TargetFramework>
    <DisableImplicitFrameworkReferences>true</DisableImplicitFrameworkReferences>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Repoctx.MSBuild.Windows" Version="${manifest.version}" PrivateAssets="all"
                      Condition="$([MSBuild]::IsOSPlatform('Windows'))" />
    <PackageReference Include="Repoctx.MSBuild.Linux" Version="${manifest.version}" PrivateAssets="all"
                      Condition="$([MSBuild]::IsOSPlatform('Linux'))" />
    <Reference Include="${references}" />
  </ItemGroup>
</Project>
`,
    "src/App/Login.cs": "public class Login { public void SignIn(string user) { } }\n",
  };
}

async function writeFeed(folder: string): Promise<number> {
  const binaries = join(folder, "bin");
  for (const target of TARGETS.filter(({ os }) => os === LINUX.os)) {
    const path = join(binaries, target.name, target.executable);
    await Deno.mkdir(dirname(path), { recursive: true });
    if (target === BUILT_FOR) await Deno.copyFile(join(ROOT, "build", target.executable), path);
    else await Deno.writeTextFile(path, target.name);
  }
  const archive = await zip(
    await packageEntries(LINUX, binaries, join(ROOT, "build/program/THIRD_PARTY_LICENSES.txt")),
  );
  await Deno.mkdir(join(folder, "feed"));
  await Deno.writeFile(join(folder, "feed", `${LINUX.id}.${manifest.version}.nupkg`), archive);
  return archive.length;
}

/** A repository on a machine with nothing but an SDK. */
class Machine {
  constructor(readonly msbuild: MSBuild, readonly home: string, readonly repository: string) {}

  /** Builds the project and returns what the build said. */
  build(...args: string[]): Promise<string> {
    const [program, ...leading] = this.msbuild.command;
    return this.run(program!, [...leading, "/nologo", "/verbosity:minimal", ...args, "src/App/App.csproj"]);
  }

  async run(program: string, args: readonly string[], input: string = ""): Promise<string> {
    const child = new Deno.Command(program, {
      args: [...args],
      cwd: this.repository,
      env: {
        ...this.msbuild.environment,
        HOME: this.home,
        NUGET_PACKAGES: join(this.home, "packages"),
        GIT_CONFIG_NOSYSTEM: "1",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const text = new TextDecoder().decode(stdout);
    if (code !== 0) {
      throw new Error(
        `${program} ${args.join(" ")} failed (${code}):\n${text}${new TextDecoder().decode(stderr)}`,
      );
    }
    return text;
  }

  git(...args: string[]): Promise<string> {
    return this.run("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args]);
  }

  /** What a person and what a client gets from the program that the build put in place. */
  async use(): Promise<void> {
    const program = join(this.repository, ".repoctx/bin/repoctx");
    const asked = ["context", "change the login logic", "--detail", "auto", "--format", "json"];
    assert.equal(JSON.parse(await this.run(program, asked)).results[0].path, "src/App/Login.cs");
    const { runtime } = JSON.parse(await this.run(program, ["doctor", "--format", "json"]));
    assert.equal(runtime.started_as, "nuget");
    await this.run(program, ["integrate", "--check"]);
    const { command, args } =
      JSON.parse(await Deno.readTextFile(join(this.repository, ".mcp.json"))).mcpServers.repoctx;
    assert.deepEqual([command, args], [".repoctx/bin/repoctx", ["mcp"]]);
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "v", version: "1" } },
    };
    const answer = await this.run(join(this.repository, command), args, `${JSON.stringify(request)}\n`);
    assert.equal(JSON.parse(answer.split("\n")[0]!).result.serverInfo.name, "repoctx");
  }
}

async function main(): Promise<void> {
  const msbuild = await prepareMSBuild(join(ROOT, "build/msbuild"));
  const folder = await Deno.makeTempDir({ prefix: "repoctx-nuget-" });
  try {
    const size = await writeFeed(folder);
    const first = new Machine(msbuild, join(folder, "home"), join(folder, "repository"));
    await Deno.mkdir(first.home);
    for (const [path, text] of Object.entries(filesOf(join(folder, "feed"), msbuild.libraries))) {
      await Deno.mkdir(dirname(join(first.repository, path)), { recursive: true });
      await Deno.writeTextFile(join(first.repository, path), text);
    }
    await first.git("init", "--quiet");
    const started = performance.now();
    assert.match(
      await first.build("/restore"),
      /Initialized RepoContext[^]*Integrated[^]*Indexed .* \(full\)/,
    );
    await first.use();
    say(`first build: set up, asked, served (${seconds(started)}, package of ${(size / 1e6).toFixed(1)} MB)`);

    const second = await first.build();
    assert.match(second, /Indexed .* \(incremental\)/);
    assert.doesNotMatch(second, /Initialized|Integrated/);
    say("second build: indexed");

    await first.git("add", "--all");
    await first.git("commit", "--quiet", "--message", "Use repoctx");
    const mate = new Machine(msbuild, join(folder, "other home"), join(folder, "clone"));
    await first.git("clone", "--quiet", first.repository, mate.repository);
    assert.doesNotMatch(await mate.build("/restore"), /Initialized|Integrated/);
    await mate.use();
    assert.equal(await mate.git("status", "--porcelain"), "");
    say("a teammate's build: nothing to commit, asked, served");

    const project = join(mate.repository, "src/App/App.csproj");
    const text = await Deno.readTextFile(project);
    const frameworks = "<TargetFrameworks>netstandard2.0;netstandard1.6</TargetFrameworks>";
    await Deno.writeTextFile(project, text.replace(/<TargetFramework>.*<\/TargetFramework>/, frameworks));
    assert.equal((await mate.build("/restore")).match(/Indexed/g)?.length, 1);
    say("two frameworks: indexed once");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function say(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}

if (import.meta.main) await main();
