/**
 * The instruction files of one directory: which entries have the right name, where they lead, which of them may be
 * read. The walk-up and the nested notes both start here; nothing else decides what a link may do.
 */
import { decodeText } from "./decode.ts";
import { sha256 } from "./digest.ts";
import { insideAny, resolveLinks } from "./links.ts";
import { INSTRUCTION_NAMES, type ResolvedOptions } from "./options.ts";
import { baseName, contains, labelIn, parentPath, samePath } from "./paths.ts";
import type { LinkInfo, Skipped, SkipReason, Warning } from "./results.ts";
import { failureKind, type FileEntry, platformOf, type Workspace } from "./workspace.ts";

/** An entry that may be read. */
export interface Candidate {
  label: string;
  /** Label of the directory that was scanned. */
  directory: string;
  /** Label of the entry itself; differs from `label` for a link within the directory. */
  entryLabel: string;
  /** Resolved path. */
  path: string;
  /** Device and inode, where known. */
  id?: string;
  size: number;
  link?: LinkInfo;
}

/** A file with its text. */
export interface LoadedFile extends Candidate {
  text: string;
  /** SHA-256 of the text, 64 hex digits. */
  hash: string;
  /** Size on disk. */
  bytes: number;
}

/** Takes note of what does not load. */
export interface Findings {
  skipped: Skipped[];
  warnings: Warning[];
}

/** Skips that nobody has to mend. */
const QUIET: ReadonlySet<SkipReason> = new Set(["same_file", "same_content", "empty"]);

/** Records a skip, and a warning when a user may want to mend it. */
export function recordSkip(findings: Findings, path: string, reason: SkipReason, of?: string): void {
  findings.skipped.push({ path, reason, ...(of === undefined ? {} : { of }) });
  if (!QUIET.has(reason)) findings.warnings.push({ code: reason as Warning["code"], path });
}

/** One directory to scan. */
export interface Scan {
  workspace: Workspace;
  options: ResolvedOptions;
  /** Resolved path of the directory. */
  path: string;
  /** Its label: `.`, `..`, `packages/foo`. */
  label: string;
  /** Resolved directories that links out of the directory may point into. */
  authorizedRoots: readonly string[];
}

/** The candidates of a directory, in `filenames` order. What may not load goes into `findings`. */
export async function findCandidates(scan: Scan, findings: Findings): Promise<Candidate[]> {
  const entries = await listEntries(scan, findings);
  const candidates: Candidate[] = [];
  for (const name of scan.options.filenames) {
    const entry = entries.get(name);
    if (entry === undefined) continue;
    const candidate = await examineEntry(scan, entry);
    if ("reason" in candidate) recordSkip(findings, labelIn(scan.label, name), candidate.reason);
    else candidates.push(candidate);
  }
  return candidates;
}

/** The entries that have an instruction file's name, by name; case variants become warnings. */
async function listEntries(scan: Scan, findings: Findings): Promise<Map<string, FileEntry>> {
  const { workspace, path, label, options } = scan;
  const wanted = new Set(options.filenames);
  const lower = new Set(options.filenames.map((name) => name.toLowerCase()));
  const found = new Map<string, FileEntry>();
  const variants: string[] = [];
  try {
    for await (const entry of workspace.readDir(path)) {
      if (wanted.has(entry.name)) found.set(entry.name, entry);
      else if (entry.kind !== "directory" && lower.has(entry.name.toLowerCase())) variants.push(entry.name);
    }
  } catch (error) {
    const kind = failureKind(error);
    if (kind === "denied") return await probeEntries(scan, findings);
    if (kind !== "missing") recordSkip(findings, label, "unreadable");
    return new Map();
  }
  for (const name of variants.sort()) {
    findings.warnings.push({ code: "case_variant", path: labelIn(label, name) });
  }
  return found;
}

/** A directory that may be entered but not listed: ask for the exact names. */
async function probeEntries(scan: Scan, findings: Findings): Promise<Map<string, FileEntry>> {
  const found = new Map<string, FileEntry>();
  for (const name of scan.options.filenames) {
    try {
      found.set(name, { ...await scan.workspace.lstat(labelIn(scan.path, name)), name });
    } catch (error) {
      if (failureKind(error) === "missing") continue;
      recordSkip(findings, scan.label, "unreadable");
      break;
    }
  }
  return found;
}

async function examineEntry(scan: Scan, entry: FileEntry): Promise<Candidate | { reason: SkipReason }> {
  const { workspace, options } = scan;
  const platform = platformOf(workspace);
  const entryLabel = labelIn(scan.label, entry.name);
  const entryPath = `${scan.path.replace(/\/$/, "")}/${entry.name}`;
  const resolution = await resolveLinks(workspace, entryPath);
  if ("reason" in resolution) return { reason: entry.kind === "link" ? resolution.reason : "unreadable" };
  const { path } = resolution;

  let label = entryLabel;
  let link: LinkInfo | undefined;
  if (workspace.realPath !== undefined && entry.kind === "link") {
    const target = baseName(path, platform);
    const within = contains(scan.path, path, platform);
    if (within) {
      if (!options.filenames.includes(target) && !INSTRUCTION_NAMES.includes(target)) {
        return { reason: await isDirectory(workspace, path) ? "not_a_file" : "link_target_not_instruction" };
      }
      const direct = samePath(parentPath(path, platform), scan.path, platform);
      if (direct) label = labelIn(scan.label, target);
      link = { entry: entry.name, kind: direct ? "same_directory" : "below_directory" };
    } else if (insideAny(scan.authorizedRoots, path, platform)) {
      link = { entry: entry.name, kind: "authorized_root" };
    } else return { reason: "link_outside" };
    if (options.isSensitive(target)) return { reason: "sensitive" };
  }
  if (options.isSensitive(entry.name)) return { reason: "sensitive" };

  let target: FileEntry;
  try {
    // A resolved path has no links left; without resolution the last one has to be followed.
    target = await (workspace.realPath === undefined ? workspace.stat(path) : workspace.lstat(path));
  } catch (error) {
    return {
      reason: entry.kind === "link" && failureKind(error) !== "denied" ? "broken_link" : "unreadable",
    };
  }
  if (target.kind !== "file") return { reason: "not_a_file" };
  const { id, size = 0 } = target;
  return {
    label,
    directory: scan.label,
    entryLabel,
    path,
    size,
    ...(id === undefined ? {} : { id }),
    ...(link === undefined ? {} : { link }),
  };
}

async function isDirectory(workspace: Workspace, path: string): Promise<boolean> {
  try {
    return (await workspace.stat(path)).kind === "directory";
  } catch {
    return false;
  }
}

/** Reads a candidate through its resolved path. What does not load goes into `findings`. */
export async function loadCandidate(
  workspace: Workspace,
  options: ResolvedOptions,
  candidate: Candidate,
  findings: Findings,
): Promise<LoadedFile | undefined> {
  const skip = (reason: SkipReason) => void recordSkip(findings, candidate.entryLabel, reason);
  const { maxFileBytes } = options;
  if (candidate.size > maxFileBytes) return skip("too_large");
  let bytes: Uint8Array;
  try {
    bytes = await readChecked(workspace, candidate, maxFileBytes);
  } catch {
    return skip("unreadable");
  }
  if (bytes.length > maxFileBytes) return skip("too_large");
  const decoded = decodeText(bytes);
  if ("skip" in decoded) return skip(decoded.skip);
  if (decoded.lossy) findings.warnings.push({ code: "lossy_encoding", path: candidate.entryLabel });
  return { ...candidate, text: decoded.text, hash: await sha256(decoded.text), bytes: bytes.length };
}

/**
 * The bytes of the very file that was checked. A directory above it may have been swapped for a link after the
 * check: the opened file must be the checked one, and its path must still lead to itself.
 */
async function readChecked(
  workspace: Workspace,
  candidate: Candidate,
  maxBytes: number,
): Promise<Uint8Array> {
  const { path, id } = candidate;
  const bytes = await workspace.readFile(path, { maxBytes, ...(id === undefined ? {} : { id }) });
  if (workspace.realPath !== undefined && await workspace.realPath(path) !== path) {
    throw new Error(`${path} changed while it was being read`);
  }
  return bytes;
}
