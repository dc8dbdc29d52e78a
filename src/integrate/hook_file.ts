/**
 * The entries of this program in a file where a client looks for hooks. Only they are written, brought up to date and
 * taken out; what somebody else registered keeps every byte.
 */
import {
  addChild,
  isEmpty,
  type JsonText,
  memberNames,
  memberOf,
  readJsonText,
  removeChild,
  replaceValue,
} from "./json_text.ts";
import type { Node } from "jsonc-parser";
import type { NewContent, Untouchable } from "./managed_block.ts";

/** Where a client looks for hooks, and which are registered there. */
export interface HookRegistration {
  /** Id of the client, and what `repoctx hook` calls it. */
  readonly host: string;
  /** Root-relative. */
  readonly file: string;
  /** `grouped`: an event lists groups, each with a matcher and hooks. `flat`: it lists hooks, each with its matcher. */
  readonly layout: "grouped" | "flat";
  /** The version that the file must name. */
  readonly version?: number;
  /** The events, in the order in which they are written. */
  readonly events: readonly { readonly event: string; readonly matcher?: string }[];
  /** Members of a hook beside its command, in order; the last is the time limit in the client's unit. */
  readonly members: Readonly<Record<string, string | number>>;
  /** Options of a command that is written anew. */
  readonly options?: string;
  /** Variable with the project's directory, in commands that need a path. */
  readonly projectVariable?: string;
  /** What a person has to do beside. */
  readonly remark?: string;
}

/** How this program is started from a hook: everything before the name of the client. */
export interface HookLaunch {
  /** The one to be written. */
  readonly wanted: string;
  /** All that were ever written. */
  readonly known: readonly string[];
}

/** What is to be done with the entries. */
export type HookMode = "put" | "remove";

/** A hook of this program in a file. */
interface Entry {
  readonly event: string;
  /** The list of the event. */
  readonly list: Node;
  /** What stands in that list: the hook itself, or the group it is in. */
  readonly item: Node;
  /** The hook. */
  readonly hook: Node;
  /** What stands after the client's name in a command that this program wrote; undefined in one that a person wrote. */
  readonly options: string | undefined;
}

/** More entries in one file were not written by anybody. */
const MOST_ENTRIES = 50;

/** A command that starts this program as a hook, however it is started. */
const ANY_LAUNCH = /\brepoctx\b\S*\s+hook(?:\s|$)/;

/**
 * The content of the file with the entries put in or taken out.
 *
 * @param before the bytes of the file, undefined when there is none.
 */
export function rewriteHookFile(
  before: Uint8Array | undefined,
  registration: HookRegistration,
  launch: HookLaunch,
  mode: HookMode,
): NewContent {
  const decoded = decode(before);
  if (typeof decoded === "object") return decoded;
  const { mark, text } = splitMark(decoded);
  if (text.trim() === "") {
    if (mode === "remove") return before;
    return encode(mark + wholeFile(registration, launch));
  }
  const editor = new Editor(registration, launch);
  const after = mode === "put" ? editor.put(text) : editor.remove(text);
  return typeof after === "string" ? encode(mark + after) : after;
}

/** Whether a file has hooks of this program that a person registered in a way of their own. */
export function hasOwnLaunch(
  before: Uint8Array,
  registration: HookRegistration,
  launch: HookLaunch,
): boolean {
  const decoded = decode(before);
  const json = typeof decoded === "string" ? readJsonText(splitMark(decoded).text) : undefined;
  return json !== undefined &&
    entriesOf(json, registration, launch).some(({ options }) => options === undefined);
}

/** A file with nothing but the entries. */
function wholeFile(registration: HookRegistration, launch: HookLaunch): string {
  const { events, version } = registration;
  const hooks = Object.fromEntries(
    events.map(({ event, matcher }) => [event, [newItem(registration, launch, matcher)]]),
  );
  const file = { ...(version === undefined ? {} : { version }), hooks };
  return JSON.stringify(file, undefined, 2) + "\n";
}

function newItem(registration: HookRegistration, launch: HookLaunch, matcher: string | undefined): object {
  const { layout, members, host, options } = registration;
  const { type, ...limits } = members;
  const given = matcher === undefined ? {} : { matcher };
  const command = [launch.wanted, host, ...(options === undefined ? [] : [options])].join(" ");
  const hook = {
    ...(type === undefined ? {} : { type }),
    command,
    ...(layout === "flat" ? given : {}),
    ...limits,
  };
  return layout === "grouped" ? { ...given, hooks: [hook] } : hook;
}

/** One file, changed step by step; after each step it is read again. */
class Editor {
  constructor(readonly registration: HookRegistration, readonly launch: HookLaunch) {}

  put(before: string): string | Untouchable {
    const problem = problemOf(before, this.registration, this.launch);
    if (problem !== undefined) return { untouched: problem };
    const { events } = this.registration;
    let text = this.#putVersion(before);
    for (;;) {
      const stale = this.#entries(text).find((entry, index, all) => this.#isStale(entry, index, all));
      if (stale === undefined) break;
      text = this.#without(text, stale);
    }
    for (const { event, matcher } of events) text = this.#putEvent(text, event, matcher);
    return text;
  }

  remove(before: string): string | Untouchable | undefined {
    const problem = problemOf(before, this.registration, this.launch);
    // What is no such file has no such entries.
    if (problem !== undefined) return ANY_LAUNCH.test(before) ? { untouched: problem } : before;
    let text = before;
    for (;;) {
      const entry = this.#entries(text).find(({ options }) => options !== undefined);
      if (entry === undefined) break;
      text = this.#without(text, entry);
    }
    return text !== before && this.#isLeftover(text) ? undefined : text;
  }

  #entries(text: string): Entry[] {
    return entriesOf(read(text), this.registration, this.launch);
  }

  /** Written by this program, and for an event that it does not want, or a second time. */
  #isStale(entry: Entry, index: number, all: readonly Entry[]): boolean {
    if (entry.options === undefined) return false;
    if (!this.registration.events.some(({ event }) => event === entry.event)) return true;
    return all.slice(0, index).some(({ event }) => event === entry.event);
  }

  #putVersion(text: string): string {
    const { version } = this.registration;
    const json = read(text);
    return version === undefined || memberOf(json.root, "version") !== undefined
      ? text
      : addChild(json, json.root, version, "version");
  }

  #putEvent(text: string, event: string, matcher: string | undefined): string {
    const entry = this.#entries(text).find((one) => one.event === event);
    // What a person wrote in a way of their own serves as well.
    if (entry !== undefined) return entry.options === undefined ? text : this.#update(text, entry, matcher);
    const json = read(text);
    const item = newItem(this.registration, this.launch, matcher);
    const hooks = memberOf(json.root, "hooks");
    if (hooks === undefined) return addChild(json, json.root, { [event]: [item] }, "hooks");
    const list = memberOf(hooks, event);
    return list === undefined ? addChild(json, hooks, [item], event) : addChild(json, list, item);
  }

  /** Brings one entry up to date; options after the client's name are a person's choice. */
  #update(before: string, { event, options }: Entry, matcher: string | undefined): string {
    const { host, layout, members } = this.registration;
    let text = before;
    const entry = (): Entry => this.#entries(text).find((one) => one.event === event)!;
    const set = (holder: Node, name: string, value: string | number): void => {
      const json = read(text);
      const node = memberOf(holder, name);
      if (node === undefined) text = addChild(json, holder, value, name);
      else if (node.value !== value) text = replaceValue(json, node, value);
    };
    set(entry().hook, "command", `${this.launch.wanted} ${host}${options}`);
    for (const [name, value] of Object.entries(members)) set(entry().hook, name, value);
    const holder = layout === "flat" ? entry().hook : entry().item;
    // A group that holds hooks of others has the matcher that they need.
    const isShared = layout === "grouped" && memberOf(holder, "hooks")!.children!.length > 1;
    if (matcher !== undefined && !isShared) set(holder, "matcher", matcher);
    return text;
  }

  /** Takes out an entry, and what is left empty by that. */
  #without(text: string, { event, list, item, hook }: Entry): string {
    const json = read(text);
    const group = item === hook ? undefined : memberOf(item, "hooks");
    const isShared = group !== undefined && group.children!.length > 1;
    const after = isShared ? removeChild(json, group, hook) : removeChild(json, list, item);
    return withoutEmptyHooks(withoutEmptyEvent(after, event));
  }

  /** Nothing is in the file but what this program would put into a new one. */
  #isLeftover(text: string): boolean {
    const { version } = this.registration;
    return ["{}", `{"version":${version}}`].includes(text.replaceAll(/\s/g, ""));
  }
}

function withoutEmptyEvent(text: string, event: string): string {
  const json = read(text);
  return withoutEmpty(json, memberOf(json.root, "hooks")!, event);
}

function withoutEmptyHooks(text: string): string {
  const json = read(text);
  return withoutEmpty(json, json.root, "hooks");
}

/** The text without a member in which nothing is left. */
function withoutEmpty(json: JsonText, object: Node, name: string): string {
  const member = object.children!.find(({ children }) => children?.[0]?.value === name);
  return member !== undefined && isEmpty(json, member.children![1]!)
    ? removeChild(json, object, member)
    : json.text;
}

function read(text: string): JsonText {
  return readJsonText(text)!;
}

/** Why a file cannot be changed, as the end of a sentence that starts with its name. */
function problemOf(text: string, registration: HookRegistration, launch: HookLaunch): string | undefined {
  const { version, events } = registration;
  const json = readJsonText(text);
  if (json === undefined) return "it is not JSON";
  const { root } = json;
  if (root.type !== "object") return "it is not a JSON object";
  const hooks = memberOf(root, "hooks");
  const twice = [root, hooks].map(memberNames)
    .map((names) => names.find((name, at) => names.indexOf(name) !== at)).find((name) => name !== undefined);
  if (twice !== undefined) return `it has the member ${JSON.stringify(twice)} twice`;
  const named = memberOf(root, "version");
  if (version !== undefined && named !== undefined && named.value !== version) {
    return `its "version" is not ${version}`;
  }
  if (hooks !== undefined && hooks.type !== "object") return 'its "hooks" is not an object';
  const wrong = events.map(({ event }) => event).find((event) => {
    const list = memberOf(hooks, event);
    return list !== undefined && list.type !== "array";
  });
  if (wrong !== undefined) return `its hooks for ${wrong} are not a list`;
  return entriesOf(json, registration, launch).length > MOST_ENTRIES
    ? `it has more than ${MOST_ENTRIES} hooks of repoctx`
    : undefined;
}

/** The hooks of this program, in the order of the file. */
function entriesOf(json: JsonText, { layout, host }: HookRegistration, launch: HookLaunch): Entry[] {
  const events = memberOf(json.root, "hooks")?.children ?? [];
  return events.flatMap(({ children }) => {
    const [name, list] = children!;
    return (list?.type === "array" ? list.children! : []).flatMap((item) => {
      const hooks = layout === "flat" ? [item] : memberOf(item, "hooks")?.children ?? [];
      return hooks.flatMap((hook): Entry[] => {
        const command: unknown = memberOf(hook, "command")?.value;
        if (typeof command !== "string" || !ANY_LAUNCH.test(command)) return [];
        return [{ event: name!.value, list: list!, item, hook, options: optionsOf(command, host, launch) }];
      });
    });
  });
}

/** What stands after the client's name; undefined when this program did not write the command. */
function optionsOf(command: string, host: string, { known }: HookLaunch): string | undefined {
  const start = known.map((launch) => `${launch} ${host}`).find((written) =>
    command === written || command.startsWith(`${written} `)
  );
  return start === undefined ? undefined : command.slice(start.length);
}

function decode(bytes: Uint8Array | undefined): string | Untouchable {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { untouched: "it is not UTF-8 text" };
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function splitMark(text: string): { mark: string; text: string } {
  return text.startsWith("\ufeff") ? { mark: "\ufeff", text: text.slice(1) } : { mark: "", text };
}
