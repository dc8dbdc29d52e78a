/**
 * Nested files: from the paths an agent touched to notes about the instruction files of the directories between
 * the working directory and there, shallowest first.
 */
import { type Candidate, findCandidates, type Findings, loadCandidate } from "./directory_files.ts";
import { frameBlock, frameTag } from "./framing.ts";
import { resolveLinks } from "./links.ts";
import type { ResolvedOptions } from "./options.ts";
import {
  chainOf,
  contains,
  labelIn,
  normalizePath,
  parentPath,
  type Platform,
  relativePath,
  resolvePath,
  splitPath,
} from "./paths.ts";
import { NESTED_SENTENCE } from "./prefix.ts";
import {
  type IgnoredPath,
  type Inject,
  NOTE_ORIGIN,
  type NoteMetadata,
  type Part,
  type Skipped,
} from "./results.ts";
import { platformOf, type Workspace } from "./workspace.ts";

/** A message part; those of a note carry its metadata. */
export interface MessagePart extends Part {
  /** What marks a part of a note. */
  metadata?: NoteMetadata;
}

/** A file that a note speaks of. */
export interface NoteFile {
  /** Path relative to the working directory. */
  label: string;
  /** Labels of all entries of the directory that lead to this file or hold the same text. */
  entries: string[];
  /** Size on disk in bytes. */
  bytes: number;
  /** The text; absent for a file that is too large to be read. */
  text?: string;
  /** SHA-256 of the text, 64 hex digits. */
  hash?: string;
}

/** What is said about one directory. */
export interface NestedNote {
  /** Label of the directory. */
  directory: string;
  /** What marks every part of the note. */
  metadata: NoteMetadata;
  /** The files it speaks of, in the order of the file names option. */
  files: NoteFile[];
  /** What is to be appended to the conversation. */
  parts: MessagePart[];
}

/** A touched path. */
export interface Touch {
  /** The path as the tool got it. */
  path: string;
  /** What `path` is relative to; the working directory when absent. */
  base?: string;
  /** `read` concerns the directory of the file, `list` the directory itself, `either` asks the file system. */
  kind: "read" | "list" | "either";
}

/** Remembers which directories have a note in the conversation. */
export interface SurfacedDirectories {
  has(real: string): boolean;
  add(real: string, note: NestedNote): void;
}

/** What the notes depend on. */
export interface NestedScope {
  workspace: Workspace;
  options: ResolvedOptions;
  /** The working directory, resolved. */
  cwd: string;
  /** Hashes of the texts the walk-up loaded; asked for once there is a file to compare. */
  loadedHashes(): Promise<ReadonlySet<string>>;
  inject: Inject;
}

/** What came of some touches. */
export interface NestedOutcome {
  /** New notes, in the order of the touches, shallowest directory first. */
  notes: NestedNote[];
  /** Labels of directories whose note stands. */
  alreadySurfaced: string[];
  /** Touched paths that concern no directory here. */
  ignored: IgnoredPath[];
  /** Files of these directories that do not load. */
  skipped: Skipped[];
}

/** The notes for some touched paths, each directory once; what is surfaced is added to `surfaced`. */
export async function surface(
  scope: NestedScope,
  touches: readonly Touch[],
  surfaced: SurfacedDirectories,
): Promise<NestedOutcome> {
  const outcome: NestedOutcome = { notes: [], alreadySurfaced: [], ignored: [], skipped: [] };
  const visited = new Set<string>();
  for (const touch of touches) {
    const directory = await touchedDirectory(scope, touch);
    if (directory === undefined) {
      outcome.ignored.push({ path: touch.path, reason: "outside_cwd" });
      continue;
    }
    for (const label of chainOf(directory)) {
      // The walk-up has the working directory's own files.
      if (visited.has(label) || (label === "." && scope.options.autoloadInstructions)) continue;
      if (!await surfaceDirectory(scope, label, surfaced, outcome)) break;
      visited.add(label);
    }
  }
  return outcome;
}

/** Returns false when the directory is not there, and so none below it is. */
async function surfaceDirectory(
  scope: NestedScope,
  label: string,
  surfaced: SurfacedDirectories,
  outcome: NestedOutcome,
): Promise<boolean> {
  const { workspace, cwd } = scope;
  const resolution = await resolveLinks(workspace, label === "." ? cwd : labelIn(cwd, label));
  if ("reason" in resolution) return resolution.reason === "link_outside";
  if (!contains(cwd, resolution.path, platformOf(workspace))) return true;
  if (surfaced.has(resolution.path)) {
    outcome.alreadySurfaced.push(label);
    return true;
  }
  const findings: Findings = { skipped: [], warnings: [] };
  const note = await noteFor(scope, label, resolution.path, findings);
  outcome.skipped.push(...findings.skipped);
  if (note !== undefined) {
    surfaced.add(resolution.path, note);
    outcome.notes.push(note);
  }
  return true;
}

/** The note of a directory; undefined when it has no files to speak of. */
async function noteFor(
  scope: NestedScope,
  label: string,
  path: string,
  findings: Findings,
): Promise<NestedNote | undefined> {
  const { workspace, options } = scope;
  const candidates = await findCandidates({ workspace, options, path, label, authorizedRoots: [] }, findings);
  const files: NoteFile[] = [];
  const seen = new Map<string, NoteFile>();
  for (const candidate of candidates) {
    const twin = seen.get(candidate.path);
    const file = twin ?? await noteFile(scope, candidate, findings);
    if (file === undefined) continue;
    if (file.hash !== undefined && (await scope.loadedHashes()).has(file.hash)) continue;
    const copy = twin ?? (file.hash === undefined ? undefined : seen.get(file.hash));
    if (copy === undefined) files.push(file);
    else copy.entries.push(candidate.entryLabel);
    seen.set(candidate.path, copy ?? file);
    if (file.hash !== undefined) seen.set(file.hash, copy ?? file);
  }
  return files.length === 0 ? undefined : composeNote(label, files, scope.inject, options.escape);
}

/** A file that is too large still gets a pointer: it is there, and the model may read it piece by piece. */
async function noteFile(
  { workspace, options }: NestedScope,
  candidate: Candidate,
  findings: Findings,
): Promise<NoteFile | undefined> {
  const { label, size, entryLabel } = candidate;
  const entries = [entryLabel];
  const own: Findings = { skipped: [], warnings: [] };
  const file = await loadCandidate(workspace, options, candidate, own);
  if (file !== undefined) return { label, entries, bytes: file.bytes, text: file.text, hash: file.hash };
  if (own.skipped[0]?.reason === "too_large") return { label, entries, bytes: size };
  findings.skipped.push(...own.skipped);
  return undefined;
}

/** Writes a note in one of its two shapes. */
export function composeNote(
  directory: string,
  files: NoteFile[],
  inject: Inject,
  escape: (text: string) => string,
): NestedNote {
  const metadata: NoteMetadata = { origin: NOTE_ORIGIN, directory };
  const parts: MessagePart[] = [];
  const pointers = files.filter((file) => inject === "pointer" || file.text === undefined);
  if (pointers.length > 0) parts.push({ role: "system", text: NESTED_SENTENCE, metadata });
  for (const { label } of pointers) parts.push({ role: "user", text: frameTag(label), metadata });
  for (const file of files) {
    if (pointers.includes(file)) continue;
    parts.push({ role: "user", text: frameBlock(file.label, escape(file.text ?? "")), metadata });
  }
  return { directory, metadata, files, parts };
}

/** The label of the directory that a touch concerns; undefined when it is not in the working directory. */
async function touchedDirectory(scope: NestedScope, touch: Touch): Promise<string | undefined> {
  const { workspace, cwd } = scope;
  const platform = platformOf(workspace);
  const base = resolvePath(workspace.cwd, touch.base ?? ".", platform);
  const location = resolvePath(base, touch.path, platform);
  const inside = await labelOfLocation(scope, location);
  if (inside === undefined) return undefined;
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(touch.path) && !await entersInside(scope, `${base}/${touch.path}`)) {
    return undefined;
  }
  const named = labelIn(cwd, inside);
  if (inside === "." || touch.kind === "list" || endsInSeparator(touch.path, platform)) return inside;
  if (touch.kind === "either" && await kindOf(workspace, named) === "directory") return inside;
  return relativePath(cwd, parentPath(named, platform), platform);
}

function endsInSeparator(path: string, platform: Platform): boolean {
  return path.endsWith("/") || (platform === "windows" && path.endsWith("\\"));
}

/**
 * The lexical label of a location below the working directory, when the location also resolves inside it. The
 * working directory may be named by its own spelling, by its resolved path or through any other link.
 */
async function labelOfLocation(scope: NestedScope, location: string): Promise<string | undefined> {
  const { workspace, cwd } = scope;
  const platform = platformOf(workspace);
  const resolved = await resolveExisting(workspace, location);
  if (resolved === undefined || !contains(cwd, resolved, platform)) return undefined;
  const start = [normalizePath(workspace.cwd, platform), cwd].find((path) =>
    contains(path, location, platform)
  );
  return start === undefined
    ? relativePath(cwd, resolved, platform)
    : relativePath(start, location, platform);
}

/** A path with `..` may leave through a link before it comes back lexically. */
async function entersInside({ workspace, cwd }: NestedScope, path: string): Promise<boolean> {
  if (workspace.realPath === undefined) return true;
  const resolution = await resolveLinks(workspace, path);
  // What does not exist was judged by its normal form already.
  return "reason" in resolution
    ? resolution.reason === "broken_link"
    : contains(cwd, resolution.path, platformOf(workspace));
}

/** The path with its longest existing part resolved; the rest, which is not there yet, is kept. */
async function resolveExisting(workspace: Workspace, path: string): Promise<string | undefined> {
  const platform = platformOf(workspace);
  const whole = await resolveLinks(workspace, path);
  if ("path" in whole) return whole.path;
  const { root, parts } = splitPath(path, platform);
  let existing = root;
  for (const [index, part] of parts.entries()) {
    const resolution = await resolveLinks(workspace, resolvePath(existing, part, platform));
    if ("path" in resolution) existing = resolution.path;
    else if (
      resolution.reason !== "broken_link" || await isLink(workspace, resolvePath(existing, part, platform))
    ) {
      return undefined;
    } else return resolvePath(existing, parts.slice(index).join("/"), platform);
  }
  return existing;
}

/** A link that cannot be resolved leads nowhere that could be called inside. */
async function isLink(workspace: Workspace, path: string): Promise<boolean> {
  try {
    return (await workspace.lstat(path)).kind === "link";
  } catch {
    return false;
  }
}

async function kindOf(workspace: Workspace, path: string): Promise<string | undefined> {
  try {
    return (await workspace.stat(path)).kind;
  } catch {
    return undefined;
  }
}
