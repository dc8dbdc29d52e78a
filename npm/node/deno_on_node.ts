/** The part of Deno that this program uses, on Node.js: for machines without a build. */
import os from "node:os";
import process from "node:process";
import { errors } from "./errors.ts";
import { files, SeekMode } from "./files.ts";
import { Command, stderr, stdin, stdout } from "./processes.ts";

const SYSTEMS: Readonly<Record<string, string>> = { win32: "windows" };
const PROCESSORS: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64" };

/** Stands in for the global `Deno`. A test fails when the program uses more of it than there is here. */
export const denoOnNode: Record<string, unknown> = {
  ...files,
  Command,
  SeekMode,
  args: process.argv.slice(2),
  build: {
    os: SYSTEMS[process.platform] ?? process.platform,
    arch: PROCESSORS[process.arch] ?? process.arch,
    standalone: false,
  },
  version: { deno: `none, Node.js ${process.versions.node}`, v8: process.versions.v8 },
  env: { get: (name: string) => process.env[name] },
  errors,
  stderr,
  stdin,
  stdout,
  cwd: () => process.cwd(),
  execPath: () => process.execPath,
  exit: (code: number) => process.exit(code),
  uid: () => process.getuid?.() ?? null,
  osRelease: () => os.release(),
  consoleSize: () => ({ columns: process.stdout.columns ?? 0, rows: process.stdout.rows ?? 0 }),
  addSignalListener: (signal: NodeJS.Signals, listener: () => void) => void process.on(signal, listener),
  removeSignalListener: (signal: NodeJS.Signals, listener: () => void) => void process.off(signal, listener),
};
