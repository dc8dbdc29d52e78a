/** The systems that repoctx is built for. */

/** One system, under the names that everybody gives it. */
export interface Target {
  /** As in the names of archives and npm packages. */
  readonly name: string;
  /** As `deno compile --target` takes it. */
  readonly triple: string;
  /** `os` of an npm package and `process.platform`. */
  readonly os: "linux" | "darwin" | "win32";
  /** `cpu` of an npm package and `process.arch`. */
  readonly cpu: "x64" | "arm64";
  /** `libc` of an npm package; the runtime needs glibc where there is a choice. */
  readonly libc?: "glibc";
  /** The npm package that holds Deno itself for this system. */
  readonly denoPackage: string;
  /** Name of the program's file. */
  readonly executable: "repoctx" | "repoctx.exe";
}

/** All of them, in the order in which they are built and listed. */
export const TARGETS: readonly Target[] = [
  unix("linux-x64", "x86_64-unknown-linux-gnu", "linux", "x64", "@deno/linux-x64-glibc"),
  unix("linux-arm64", "aarch64-unknown-linux-gnu", "linux", "arm64", "@deno/linux-arm64-glibc"),
  unix("darwin-x64", "x86_64-apple-darwin", "darwin", "x64", "@deno/darwin-x64"),
  unix("darwin-arm64", "aarch64-apple-darwin", "darwin", "arm64", "@deno/darwin-arm64"),
  windows("win32-x64", "x86_64-pc-windows-msvc", "x64", "@deno/win32-x64"),
  windows("win32-arm64", "aarch64-pc-windows-msvc", "arm64", "@deno/win32-arm64"),
];

function unix(
  name: string,
  triple: string,
  os: "linux" | "darwin",
  cpu: Target["cpu"],
  denoPackage: string,
): Target {
  return {
    name,
    triple,
    os,
    cpu,
    denoPackage,
    executable: "repoctx",
    ...(os === "linux" ? { libc: "glibc" } : {}),
  };
}

function windows(name: string, triple: string, cpu: Target["cpu"], denoPackage: string): Target {
  return { name, triple, os: "win32", cpu, denoPackage, executable: "repoctx.exe" };
}

/** The target with this name. */
export function targetNamed(name: string): Target {
  const target = TARGETS.find((candidate) => candidate.name === name);
  if (target === undefined) {
    throw new Error(`Unknown target "${name}". Known: ${TARGETS.map(({ name }) => name).join(", ")}.`);
  }
  return target;
}

/** The target this process runs on; undefined on a system without a build. */
export function hostTarget(): Target | undefined {
  const os = Deno.build.os === "windows" ? "win32" : Deno.build.os;
  const cpu = Deno.build.arch === "x86_64" ? "x64" : "arm64";
  return TARGETS.find((target) => target.os === os && target.cpu === cpu);
}
