/** The bundle as the result of a command, with a session's memory and a token budget. */
import { sha256, shortHash } from "./digest.ts";
import type { LoadedFile } from "./directory_files.ts";
import { RepoContextConfigError } from "./errors.ts";
import type { ResolvedOptions } from "./options.ts";
import { composePrefix } from "./prefix.ts";
import { type BundleFile, type InstructionsResult, SCHEMA_VERSION, type Warning } from "./results.ts";
import type { SessionKey, Sessions, SessionState } from "./session_store.ts";
import { updateParts } from "./update.ts";
import { type Bundle, loadBundle, resolveWorkingDirectory } from "./walk_up.ts";
import type { Workspace } from "./workspace.ts";

/** A session and where it is kept. */
export interface SessionAccess {
  /** Where it is kept. */
  store: Sessions;
  /** Its name. */
  session: string;
  /** The sub-agent, which has a context of its own. */
  agentId?: string;
}

/** What a bundle is asked for with. */
export interface BundleRequest {
  /** The files, and the working directory. */
  workspace: Workspace;
  /** Which files, and how they are written. */
  options: ResolvedOptions;
  /** Remembers what the conversation knows. */
  session?: SessionAccess;
  /**
   * `deliver`: the caller passes the update on, so it counts as known from now on. `keep`: the caller cannot show
   * it; it is reported and comes again.
   */
  update?: "deliver" | "keep";
  /** Whole files are dropped, broadest first, until the prefix has at most this many tokens. */
  budgetTokens?: number;
  /** Warnings from reading the configuration; they come first. */
  warnings?: readonly Warning[];
}

/** The key of a session in the workspace's working directory. */
export async function sessionKey(workspace: Workspace, access: SessionAccess): Promise<SessionKey> {
  const { session, agentId } = access;
  const cwd = await resolveWorkingDirectory(workspace);
  return { session, cwd, ...(agentId === undefined ? {} : { agentId }) };
}

/** Runs `instructions`. */
export async function bundleInstructions(request: BundleRequest): Promise<InstructionsResult> {
  const { workspace, session } = request;
  const bundle = await loadBundle(workspace, request.options);
  if (session === undefined) return await describeBundle(request, bundle);
  return await session.store.update(
    await sessionKey(workspace, session),
    (state) => describeBundle(request, bundle, state),
  );
}

async function describeBundle(
  request: BundleRequest,
  bundle: Bundle,
  state?: SessionState,
): Promise<InstructionsResult> {
  const { workspace, options } = request;
  const { kept, dropped } = fitBudget(request, bundle.files);
  const known = state?.bundle;
  const text = known === undefined ? composePrefix(workspace, options, kept) : known.prefix;
  const update = known === undefined ? [] : updateParts(known.files, kept, options.escape);
  if (state !== undefined && (known === undefined || request.update !== "keep")) {
    state.bundle = { prefix: text, files: kept.map((file) => ({ label: file.label, text: file.text })) };
  }
  return {
    schema_version: SCHEMA_VERSION,
    command: "instructions",
    trust: "instructions",
    ...(bundle.linkChecks === "unavailable" ? { link_checks: "unavailable" } : {}),
    scanned: bundle.scanned,
    count: kept.length,
    files: kept.map((file) => describeFile(file, options)),
    skipped: bundle.skipped,
    ...(dropped.length === 0 ? {} : { dropped: dropped.map(({ label }) => label) }),
    warnings: [...request.warnings ?? [], ...bundle.warnings],
    ...(text === null ? {} : { text, text_hash: shortHash(await sha256(text)) }),
    ...(options.countTokens === undefined ? {} : { tokens: text === null ? 0 : options.countTokens(text) }),
    ...(update.length === 0 ? {} : { update: { trust: "instructions", parts: update } }),
  };
}

/**
 * Drops whole files, broadest first, until the prefix fits.
 *
 * @throws {RepoContextConfigError} when there is a budget and nothing that counts tokens.
 */
function fitBudget(
  { workspace, options, budgetTokens }: BundleRequest,
  files: readonly LoadedFile[],
): { kept: LoadedFile[]; dropped: LoadedFile[] } {
  const kept = [...files];
  const dropped: LoadedFile[] = [];
  if (budgetTokens === undefined) return { kept, dropped };
  const { countTokens } = options;
  if (countTokens === undefined) throw new RepoContextConfigError("A token budget needs countTokens.");
  while (kept.length > 0 && countTokens(composePrefix(workspace, options, kept) ?? "") > budgetTokens) {
    dropped.push(kept.shift() as LoadedFile);
  }
  return { kept, dropped };
}

function describeFile(file: LoadedFile, { countTokens }: ResolvedOptions): BundleFile {
  const { label, directory, bytes, text, hash, link } = file;
  return {
    label,
    directory,
    bytes,
    ...(countTokens === undefined ? {} : { tokens: countTokens(text) }),
    hash: shortHash(hash),
    ...(link === undefined ? {} : { link }),
  };
}
