/**
 * RepoContext in the Vercel AI SDK: notes and updates among its messages, and the inventory as one of its tools.
 * It loads nothing of the SDK.
 *
 * @example
 * ```ts
 * import { LocalWorkspace, RepoContext } from "@repoctx/cli/context";
 * import { inventoryTool, weave } from "@repoctx/cli/context/ai-sdk";
 *
 * const run = await new RepoContext({ nestedTraversal: true, exposeInventoryTool: true })
 *   .forRun({ workspace: new LocalWorkspace(".") });
 * const agent = new ToolLoopAgent({
 *   model,
 *   instructions: run.instructions ?? undefined,
 *   tools: { ...yourTools, ...inventoryTool(run) }, // your file tools call run.onFileRead({ path })
 *   prepareStep: ({ messages }) => ({ messages: weave(run, messages, { midSystem: "tagged" }) }),
 * });
 * ```
 *
 * @module
 */
import type { RepoContextRun, Standing } from "../run.ts";
import { frameSystem } from "../framing.ts";
import type { AgentContextInventory } from "../inventory.ts";
import type { RenderNoteOptions } from "../render_note.ts";
import { NOTE_ORIGIN } from "../results.ts";
import { type StandardSchema, standardSchema } from "../standard_schema.ts";

export type * from "../context.ts";
export type { StandardSchema };

/** As much of a message of the SDK as is looked at. */
export interface MessageLike {
  /** Who speaks. */
  role: string;
  /** What is said; not looked at. */
  content?: unknown;
  /** Where our own messages are marked. */
  providerOptions?: unknown;
}

/** Name under which our metadata travels in `providerOptions`, which every provider but ours ignores. */
const PROVIDER = "repoctx";

/**
 * Puts notes and updates among the messages of a step, each right after the messages that caused it, so that
 * earlier messages keep their bytes from step to step. For `prepareStep`.
 *
 * Messages that an earlier call put in are recognised and stay where they are. A note whose place is gone was
 * compacted away: it is forgotten, and the next touch of its directory brings it back. An update whose place is gone
 * is put in again at the end, since the prefix still is the old one. The same messages give the same result.
 *
 * @example
 * ```ts
 * prepareStep: ({ messages }) => ({ messages: weave(run, messages, { midSystem: "tagged" }) })
 * ```
 */
export function weave<Message extends MessageLike>(
  run: RepoContextRun,
  messages: readonly Message[],
  options: RenderNoteOptions = { midSystem: "tagged" },
): Message[] {
  run.takeQueued();
  const { woven, marks } = takeStock(messages);
  const own = messages.filter((message) => markOf(message) === undefined);
  const standing = run.standing();
  const insertions = new Map<number, Message[]>();
  const tail: { entry: Standing; written: Message[] }[] = [];
  const present = new Set<string>();
  for (const entry of standing) {
    const mark = markText(entry.metadata);
    const seen = marks.get(mark);
    if (seen !== undefined) {
      entry.place(anchorAfter(own, seen));
      present.add(mark);
      continue;
    }
    if (entry.parts.length === 0) continue;
    const written = writeMessages<Message>(entry, options);
    const { after } = entry;
    if (
      after !== undefined && after.count <= own.length &&
      anchorAfter(own, after.count).digest === after.digest
    ) {
      insertions.set(after.count, [...insertions.get(after.count) ?? [], ...written]);
      present.add(mark);
    } else if (after === undefined || entry.metadata.origin !== NOTE_ORIGIN) {
      tail.push({ entry, written });
      present.add(mark);
    }
  }
  const result = interleave(woven, insertions);
  for (const { entry, written } of tail) {
    entry.place(anchorAfter(own, own.length));
    result.push(...written);
  }
  run.syncHistory(
    standing.filter(({ metadata }) => metadata.origin === NOTE_ORIGIN && present.has(markText(metadata)))
      .map(({ metadata }) => metadata),
  );
  return result;
}

/** Every message with the number of the host's own messages up to it, and where our marks stand. */
function takeStock<Message extends MessageLike>(
  messages: readonly Message[],
): { woven: { message: Message; own: number }[]; marks: Map<string, number> } {
  const marks = new Map<string, number>();
  let own = 0;
  const woven = messages.map((message) => {
    const mark = markOf(message);
    if (mark === undefined) own++;
    else if (!marks.has(mark)) marks.set(mark, own);
    return { message, own };
  });
  return { woven, marks };
}

/** Inserts messages after the host's message with a number, behind what stands there already. */
function interleave<Message>(
  woven: readonly { message: Message; own: number }[],
  insertions: ReadonlyMap<number, Message[]>,
): Message[] {
  const result: Message[] = [...insertions.get(0) ?? []];
  for (const [index, { message, own }] of woven.entries()) {
    result.push(message);
    const isLastOfPlace = woven[index + 1]?.own !== own;
    if (isLastOfPlace && own > 0) result.push(...insertions.get(own) ?? []);
  }
  return result;
}

function anchorAfter(own: readonly MessageLike[], count: number): { count: number; digest: string } {
  return { count, digest: count === 0 ? "" : digestOf(own[count - 1]) };
}

/** A short fingerprint of a message: enough to see that another one stands in its place. */
function digestOf(message: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(message) ?? "";
  } catch {
    text = String(message);
  }
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  return `${text.length}:${(high >>> 0).toString(16)}${(low >>> 0).toString(16)}`;
}

function writeMessages<Message>({ parts, metadata }: Standing, { midSystem }: RenderNoteOptions): Message[] {
  const providerOptions = { [PROVIDER]: { ...metadata } };
  const messages: unknown[] = [];
  let texts: { type: "text"; text: string }[] = [];
  const flush = () => {
    if (texts.length > 0) messages.push({ role: "user", content: texts, providerOptions });
    texts = [];
  };
  for (const { role, text } of parts) {
    if (role === "system" && midSystem === "native") {
      flush();
      messages.push({ role: "system", content: text, providerOptions });
    } else texts.push({ type: "text", text: role === "system" ? frameSystem(text) : text });
  }
  flush();
  return messages as Message[];
}

/** The mark of a message of ours. */
function markOf({ providerOptions }: MessageLike): string | undefined {
  const own = (providerOptions as Record<string, unknown> | undefined)?.[PROVIDER];
  const { origin, directory } = (own ?? {}) as { origin?: unknown; directory?: unknown };
  return typeof origin === "string" && typeof directory === "string"
    ? markText({ origin, directory })
    : undefined;
}

function markText({ origin, directory }: { origin: string; directory: string }): string {
  return `${origin}\0${directory}`;
}

/** A tool of the SDK that lists the assets. */
export interface InventoryTool {
  /** What a model reads of it. */
  description: string;
  /** It takes no arguments. */
  inputSchema: StandardSchema<Record<string, never>>;
  /** Runs it. */
  execute: () => Promise<AgentContextInventory>;
}

/**
 * The inventory tool under its name, to be spread into `tools`; nothing when it is not exposed. Leave it out of a
 * step through `activeTools` where `run.inventoryToolVisible` says so.
 */
export function inventoryTool(run: RepoContextRun): Record<string, InventoryTool> {
  if (!run.inventoryToolVisible({ hasReadFileTool: false })) return {};
  return {
    [run.inventoryToolName]: {
      description: "Lists where this repository keeps skills, sub-agents and settings of coding agents.",
      inputSchema: standardSchema(
        { type: "object", properties: {}, additionalProperties: false },
        () => ({}),
      ),
      execute: () => run.inventory(),
    },
  };
}
