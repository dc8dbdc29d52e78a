import assert from "node:assert/strict";
import { join } from "node:path";
import project from "../../deno.json" with { type: "json" };
import { packageLayouts, writePackages } from "../../npm/assemble.ts";
import { ROOT } from "../../tools/program.ts";
import { TARGETS } from "../../tools/targets.ts";

const SOURCE = { repository: "https://example.org/owner/name", commit: "0".repeat(40) };

/** A folder with a stand-in for every binary and for the program, and a place for the packages. */
async function makeParts(): Promise<{ folder: string; binaries: string; program: string }> {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-packages-" });
  for (const { name, executable } of TARGETS) {
    await Deno.mkdir(join(folder, "bin", name), { recursive: true });
    await Deno.writeTextFile(join(folder, "bin", name, executable), name);
  }
  for (const path of ["THIRD_PARTY_LICENSES.txt", "build/o200k.bin", "src/program/main.js"]) {
    await Deno.mkdir(join(folder, "program", path, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, "program", path), path);
  }
  return { folder, binaries: join(folder, "bin"), program: join(folder, "program") };
}

Deno.test("there is one package for each target, and the command last", () => {
  const names = packageLayouts({ binaries: "b", program: "p" }, SOURCE).map(({ manifest }) => manifest.name);
  assert.deepEqual(names, [...TARGETS.map(({ name }) => `@repoctx/cli-${name}`), "@repoctx/cli"]);
});

Deno.test("every package has the one version, and the command pins the others to it", () => {
  const layouts = packageLayouts({ binaries: "b", program: "p" }, SOURCE);
  for (const { manifest } of layouts) assert.equal(manifest.version, project.version);
  const { manifest } = layouts.at(-1)!;
  assert.deepEqual(
    manifest["optionalDependencies"],
    Object.fromEntries(TARGETS.map(({ name }) => [`@repoctx/cli-${name}`, project.version])),
  );
});

Deno.test("packages say where their sources are, once that is known", () => {
  for (const { manifest } of packageLayouts({ binaries: "b", program: "p" }, SOURCE)) {
    assert.deepEqual(manifest["repository"], {
      type: "git",
      url: "git+https://example.org/owner/name.git",
    });
  }
  for (const { manifest } of packageLayouts({ binaries: "b", program: "p" }, {})) {
    assert.ok(!("repository" in manifest));
  }
});

Deno.test("a platform package is for its system only", () => {
  const [linux, , mac, , windows] = packageLayouts({ binaries: "b", program: "p" }, SOURCE);
  const limits = [linux, mac, windows].map((layout) => {
    const { os, cpu, libc } = layout!.manifest;
    return { os, cpu, libc };
  });
  assert.deepEqual(limits, [
    { os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    { os: ["darwin"], cpu: ["x64"], libc: undefined },
    { os: ["win32"], cpu: ["x64"], libc: undefined },
  ]);
});

Deno.test("what npm would pack is what was laid out, executable where it must be", async () => {
  const { folder, ...parts } = await makeParts();
  try {
    await writePackages(packageLayouts(parts, SOURCE), join(folder, "npm"));
    const packed = async (name: string) => {
      const { stdout } = await new Deno.Command("npm", {
        args: ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"],
        cwd: join(folder, "npm", name),
        stderr: "null",
      }).output();
      const [{ files }] = JSON.parse(new TextDecoder().decode(stdout));
      return (files as { path: string; mode: number }[])
        .map(({ path, mode }) => mode & 0o111 ? `${path}*` : path);
    };
    const common = ["LICENSE", "THIRD_PARTY_LICENSES.txt"];
    assert.deepEqual(await packed("@repoctx/cli-linux-x64"), [...common, "package.json", "repoctx*"]);
    assert.deepEqual(await packed("@repoctx/cli"), [
      "LICENSE",
      "README.md",
      "THIRD_PARTY_LICENSES.txt",
      "bin/repoctx.js*",
      "lib/launch.js",
      "lib/platform.js",
      "package.json",
      "prepare.js",
      "program/build/o200k.bin",
      "program/package.json",
      "program/src/program/main.js",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a package is not written without its program", async () => {
  const { folder, ...parts } = await makeParts();
  try {
    await Deno.remove(join(parts.binaries, "win32-arm64/repoctx.exe"));
    await assert.rejects(
      writePackages(packageLayouts(parts, SOURCE), join(folder, "npm")),
      Deno.errors.NotFound,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a dry run shows every manifest and every file, and writes nothing", async () => {
  const out = join(await Deno.makeTempDir(), "nothing");
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", join(ROOT, "npm/assemble.ts"), "--dry-run", "--out", out],
  }).output();
  assert.ok(success);
  const text = new TextDecoder().decode(stdout);
  for (const { name, executable } of TARGETS) {
    assert.ok(text.includes(`"name": "@repoctx/cli-${name}"`));
    assert.ok(text.includes(`  ${executable}  `));
  }
  await assert.rejects(Deno.stat(out));
  await Deno.remove(join(out, ".."), { recursive: true });
});
