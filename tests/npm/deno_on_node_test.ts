/** The stand-in for Deno on Node, held against Deno itself. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { denoOnNode } from "../../npm/node/deno_on_node.ts";
import { ROOT } from "../../tools/program.ts";

/** Names that are types only. */
const TYPES = ["ChildProcess", "DirEntry", "FileInfo", "FsFile", "Signal"];

const standIn = denoOnNode as unknown as typeof Deno;

function* sources(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* sources(path);
    else if (name.endsWith(".ts")) yield Deno.readTextFileSync(path);
  }
}

Deno.test("everything of Deno that the program uses is there", () => {
  const used = new Set<string>();
  for (const text of sources(join(ROOT, "src"))) {
    for (const [, name] of text.matchAll(/\bDeno\.(\w+(?:\.[A-Z]\w+)?)/g)) used.add(name!);
  }
  const missing = [...used].filter((name) => !TYPES.includes(name)).filter((name) =>
    name.split(".").reduce<unknown>((value, part) => Object(value)[part], denoOnNode) === undefined
  );
  assert.ok(used.size > 20);
  assert.deepEqual(missing, []);
});

/** What a call returned, or the class of what it threw. */
function outcome(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

Deno.test("file calls do the same, errors included", async () => {
  const folder = await Deno.makeTempDir({ prefix: "repoctx-calls-" });
  const at = (name: string) => join(folder, name);
  try {
    Deno.writeTextFileSync(at("file"), "\ufefftext ä\n");
    Deno.mkdirSync(at("folder/below"), { recursive: true });
    if (Deno.build.os !== "windows") Deno.symlinkSync("file", at("link"));
    const facts = ({ isFile, isDirectory, isSymlink, size, mtime, ino, dev }: Deno.FileInfo) => (
      { isFile, isDirectory, isSymlink, size, mtime: mtime?.getTime(), ino, dev }
    );
    const calls: ((deno: typeof Deno) => unknown)[] = [
      ...["file", "folder", "link", "missing", "file/below"].flatMap((name) => [
        (deno: typeof Deno) => facts(deno.lstatSync(at(name))),
        (deno: typeof Deno) => facts(deno.statSync(at(name))),
        (deno: typeof Deno) => deno.readTextFileSync(at(name)),
        (deno: typeof Deno) => [...deno.readFileSync(at(name))],
        (deno: typeof Deno) =>
          [...deno.readDirSync(at(name))].map((entry) => ({ ...entry })).sort((a, b) =>
            a.name < b.name ? -1 : 1
          ),
        (deno: typeof Deno) => deno.realPathSync(at(name)),
      ]),
      (deno) => deno.readLinkSync(at("link")),
      (deno) => deno.writeTextFileSync(at("file"), "", { createNew: true }),
      (deno) => deno.openSync(at("file"), { write: true, createNew: true }),
      (deno) => deno.mkdirSync(at("folder")),
      (deno) => deno.mkdirSync(at("folder"), { recursive: true }),
      (deno) => deno.removeSync(at("missing")),
      (deno) => deno.renameSync(at("missing"), at("other")),
      (
        deno,
      ) => [deno.cwd(), deno.build.os, deno.build.arch, deno.uid(), deno.env.get("PATH"), deno.osRelease()],
    ];
    for (const call of calls) {
      assert.deepEqual(outcome(() => call(standIn)), outcome(() => call(Deno)), String(call));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an open file is read, appended to and sought in the same way", async () => {
  const results = await Promise.all([Deno, standIn].map(async (deno) => {
    const folder = deno.makeTempDirSync({ prefix: "repoctx-file-" });
    const path = join(folder, "file");
    const told: unknown[] = [];
    for (const text of ["one\n", "two"]) {
      using file = deno.openSync(path, { read: true, append: true, create: true });
      told.push(file.writeSync(new TextEncoder().encode(text)));
      file.seekSync(-1, deno.SeekMode.End);
      const last = new Uint8Array(1);
      told.push(file.readSync(last), last[0], file.readSync(last));
    }
    using file = deno.openSync(path);
    const start = new Uint8Array(5);
    told.push(file.readSync(start), [...start], file.statSync().size);
    told.push(deno.readTextFileSync(path));
    await deno.remove(folder, { recursive: true });
    told.push(await deno.stat(folder).catch((error: Error) => error.constructor.name));
    return told;
  }));
  assert.deepEqual(results[1], results[0]);
});

Deno.test("a program is started, fed, read and ended in the same way", async () => {
  const ask = async (deno: typeof Deno) => {
    const child = new deno.Command("node", {
      args: ["-e", "process.stdin.pipe(process.stdout); process.stdin.on('end', () => process.exitCode = 3)"],
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH")! },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    await new Blob(["in and out"]).stream().pipeTo(child.stdin);
    let text = "";
    for await (const chunk of child.stdout) text += new TextDecoder().decode(chunk);
    const { success, code } = await child.status;
    return { text, success, code };
  };
  assert.deepEqual(await ask(standIn), await ask(Deno));
});
