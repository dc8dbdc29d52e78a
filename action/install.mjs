/**
 * Step 1: puts the released program for this runner on the search path.
 *
 * The archive is checked against the checksums of its release before anything of it is used.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { addToPath, input, required, setOutput } from "./runner.mjs";

const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];

/**
 * @param {string} address
 * @returns {Promise<Buffer>}
 */
async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * @param {Buffer} archive
 * @param {string} name its file name.
 * @param {string} checksums lines of a hash, white space and a file name.
 */
function verify(archive, name, checksums) {
  const [hash] = checksums.split("\n").map((line) => line.trim().split(/\s+\*?/))
    .find(([, file]) => file === name) ?? [];
  if (hash === undefined) throw new Error(`The release has no checksum for ${name}.`);
  const wanted = hash.toLowerCase();
  const found = createHash("sha256").update(archive).digest("hex");
  if (wanted !== found) throw new Error(`${name} is damaged: its SHA-256 is ${found}, not ${wanted}.`);
}

/**
 * @param {Buffer} archive
 * @param {string} folder where its files go, in one step.
 */
function unpack(archive, folder) {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "archive.tar.gz"), archive);
  // Relative names only: some versions of tar take a colon in a path for the name of a machine.
  const { status, stderr, error } = spawnSync("tar", ["-xzf", "archive.tar.gz"], {
    cwd: draft,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The archive cannot be unpacked: ${error?.message ?? stderr}`);
  rmSync(join(draft, "archive.tar.gz"));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

async function main() {
  const target = `${process.platform}-${process.arch}`;
  if (!TARGETS.includes(target)) throw new Error(`There is no build for ${target}.`);
  const manifest = JSON.parse(readFileSync(new URL("../deno.json", import.meta.url), "utf8"));
  const version = (input("version") ?? manifest.version).replace(/^v/, "");
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) throw new Error(`"${version}" is not a version.`);
  const executable = process.platform === "win32" ? "repoctx.exe" : "repoctx";
  const folder = join(
    process.env["RUNNER_TOOL_CACHE"] || required("RUNNER_TEMP"),
    "repoctx",
    version,
    process.arch,
  );
  if (!existsSync(join(folder, executable))) {
    const archive = `repoctx-${target}.tar.gz`;
    const address = `${required("DOWNLOADS")}/v${version}`;
    const [bytes, checksums] = await Promise.all([
      download(`${address}/${archive}`),
      download(`${address}/SHA256SUMS`),
    ]);
    verify(bytes, archive, checksums.toString("utf8"));
    unpack(bytes, folder);
    chmodSync(join(folder, executable), 0o755);
  }
  addToPath(folder);
  setOutput("version", version);
  setOutput("program", join(folder, executable));
}

await main();
