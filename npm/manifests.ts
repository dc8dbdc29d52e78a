/** The `package.json` of every npm package, made from deno.json alone. */
import manifest from "../deno.json" with { type: "json" };
import { type Target, TARGETS } from "../tools/targets.ts";

/** A package's manifest. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** Where the sources are published. */
export interface Source {
  /** Address of the git repository; npm ties the provenance of a package to it. */
  readonly repository?: string;
  readonly commit?: string;
}

const { name, version, license } = manifest;

const DESCRIPTION =
  "The right part of a repository for a coding agent: ranked, explained, inside an exact token budget. Offline.";

/** Name of the package that holds the program for a target. */
export function platformPackageName(target: Target): string {
  return `${name}-${target.name}`;
}

/** The package that people install: the command, which finds the program in one of the others. */
export function wrapperManifest(source: Source): PackageManifest {
  return {
    name,
    version,
    description: DESCRIPTION,
    keywords: ["agent", "cli", "code-search", "context", "llm", "mcp", "repository", "tokens"],
    license,
    ...origin(source),
    type: "commonjs",
    // The only command, so that `npx @repoctx/cli` knows which one is meant.
    bin: { repoctx: "bin/repoctx.js" },
    engines: { node: ">=18" },
    // Where it has to run on Node, modules and data are read from files.
    preferUnplugged: true,
    // The same version, exactly: launcher and program belong together.
    optionalDependencies: Object.fromEntries(TARGETS.map((target) => [platformPackageName(target), version])),
  };
}

/** A package with nothing but the program for one system. */
export function platformManifest(target: Target, source: Source): PackageManifest {
  return {
    name: platformPackageName(target),
    version,
    description: `The program of ${name} for ${target.name}. Install ${name} instead.`,
    license,
    ...origin(source),
    os: [target.os],
    cpu: [target.cpu],
    ...(target.libc === undefined ? {} : { libc: [target.libc] }),
    // A program cannot be run from inside an archive.
    preferUnplugged: true,
  };
}

function origin({ repository, commit }: Source): Record<string, unknown> {
  return {
    ...(repository === undefined ? {} : { repository: { type: "git", url: `git+${repository}.git` } }),
    ...(commit === undefined ? {} : { gitHead: commit }),
    publishConfig: { access: "public" },
  };
}
