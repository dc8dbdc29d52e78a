/** How a client starts the MCP server of a repository. */

/** A program and its arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** The npm package that brings the program along, and the script in it that starts it. */
const PACKAGE = "@repoctx/cli";
const LAUNCHER = `node_modules/${PACKAGE}/bin/repoctx.js`;

/** Larger manifests are not written by hand. */
const LARGEST_MANIFEST = 4_000_000;

/** A program on the search path. */
export const ON_PATH: Launch = { command: "repoctx", args: ["mcp"] };

/** The script of the npm package, which starts without a shell on every system. */
export const FROM_PACKAGE: Launch = { command: "node", args: [LAUNCHER, "mcp"] };

/**
 * The launch that everybody who has this repository can use: what its package manager installs, else what is on the
 * search path. It follows from the repository alone, so that everybody would write the same files.
 *
 * @param root absolute.
 */
export function launchFor(root: string): Launch {
  return namesPackage(`${root}/package.json`) || isFile(`${root}/${LAUNCHER}`) ? FROM_PACKAGE : ON_PATH;
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
