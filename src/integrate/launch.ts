/** How a client starts the MCP server of a repository. */

/** A word of a command line; a file of the repository is named by its path from the root. */
export type Word = string | { readonly path: string };

/** A program and its arguments. */
export interface Launch {
  readonly command: Word;
  readonly args: readonly Word[];
}

/** A launch with every word spelled out. */
export interface SpelledLaunch {
  readonly command: string;
  readonly args: string[];
}

/** The npm package that brings the program along, and the script in it that starts it. */
const PACKAGE = "@repoctx/cli";
const LAUNCHER = `node_modules/${PACKAGE}/bin/repoctx.js`;

/** Where the NuGet package puts the program, whatever the system. */
const BUILT = ".repoctx/bin/repoctx";

/** Larger manifests are not written by hand. */
const LARGEST_MANIFEST = 4_000_000;

/** A program on the search path. */
export const ON_PATH: Launch = { command: "repoctx", args: ["mcp"] };

/** The script of the npm package, which starts without a shell on every system. */
export const FROM_PACKAGE: Launch = { command: "node", args: [{ path: LAUNCHER }, "mcp"] };

/**
 * The same where Yarn keeps packages in archives: there is no path to the script that outlives an update, and Yarn's own
 * command cannot be started without a shell on Windows. The script is found from any directory.
 */
export const FROM_ARCHIVE: Launch = {
  command: "node",
  args: [
    "-r",
    { path: "./.pnp.cjs" },
    "-e",
    `const p=require('pnpapi');require(p.resolveRequest('${PACKAGE}/lib/launch.js',` +
    "p.getPackageInformation(p.topLevel).packageLocation)).launchFromScript()",
    "mcp",
  ],
};

/** What a build brings along. Windows finds the file by the same name: `.exe` is understood. */
export const FROM_BUILD: Launch = { command: { path: BUILT }, args: ["mcp"] };

/** Every launch that was ever written. */
export const LAUNCHES: readonly Launch[] = [ON_PATH, FROM_PACKAGE, FROM_ARCHIVE, FROM_BUILD];

/**
 * The launch that everybody who has this repository can use: what its package manager installs or its build brings along,
 * else what is on the search path. It follows from the repository alone, so that everybody would write the same files.
 *
 * @param root absolute.
 */
export function launchFor(root: string): Launch {
  const isThere = (path: string) => isFile(`${root}/${path}`);
  if (isThere(LAUNCHER)) return FROM_PACKAGE;
  if (namesPackage(`${root}/package.json`)) return isThere(".pnp.cjs") ? FROM_ARCHIVE : FROM_PACKAGE;
  return isThere(BUILT) || isThere(`${BUILT}.exe`) ? FROM_BUILD : ON_PATH;
}

/** @param name how a path is to be written; as it is when absent. */
export function spelled(
  { command, args }: Launch,
  name: (path: string) => string = (path) => path,
): SpelledLaunch {
  const spell = (word: Word) => typeof word === "string" ? word : name(word.path);
  return { command: spell(command), args: args.map(spell) };
}

function namesPackage(path: string): boolean {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile || size > LARGEST_MANIFEST) return false;
    const manifest = JSON.parse(Deno.readTextFileSync(path).replace(/^\ufeff/, ""));
    return ["dependencies", "devDependencies", "optionalDependencies"].some((group) =>
      Object.hasOwn(Object(manifest?.[group]), PACKAGE)
    );
  } catch {
    // A manifest that nobody can read names nothing.
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
