import { RepoctxError } from "../model/mod.ts";

/** Reads dotted keys out of parsed JSON and refuses values of the wrong type in one line. */
export class ConfigReader {
  readonly #name: string;
  readonly #root: Record<string, unknown>;

  constructor(name: string, value: unknown) {
    this.#name = name;
    if (!isObject(value)) throw new RepoctxError(`${name} must hold a JSON object, not ${describe(value)}.`);
    this.#root = value;
  }

  #fail(key: string, want: string, value: unknown): never {
    throw new RepoctxError(`${this.#name}: "${key}" must be ${want}, not ${describe(value)}.`);
  }

  #get(key: string): unknown {
    const parts = key.split(".");
    let current: Record<string, unknown> = this.#root;
    for (const [position, part] of parts.slice(0, -1).entries()) {
      const next = own(current, part);
      if (next === undefined) return undefined;
      if (!isObject(next)) this.#fail(parts.slice(0, position + 1).join("."), "an object", next);
      current = next;
    }
    return own(current, parts[parts.length - 1]!);
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.#get(key);
    if (value === undefined) return fallback;
    return typeof value === "boolean" ? value : this.#fail(key, "true or false", value);
  }

  string(key: string, fallback: string): string {
    const value = this.#get(key);
    if (value === undefined) return fallback;
    return typeof value === "string" ? value : this.#fail(key, "a string", value);
  }

  choice<T extends string>(key: string, choices: readonly T[], fallback: T): T {
    const value = this.#get(key);
    if (value === undefined) return fallback;
    return choices.find((choice) => choice === value) ??
      this.#fail(key, choices.map((choice) => JSON.stringify(choice)).join(" or "), value);
  }

  strings(key: string, fallback: string[]): string[] {
    const value = this.#get(key);
    return value === undefined ? fallback : this.#stringList(key, value);
  }

  #stringList(key: string, value: unknown): string[] {
    if (!Array.isArray(value)) this.#fail(key, "a list of strings", value);
    for (const entry of value) if (typeof entry !== "string") this.#fail(key, "a list of strings", entry);
    return [...value];
  }

  /** Files or folders below the root: neither absolute nor with `..`. */
  rootEntries(key: string, fallback: string[]): string[] {
    return this.strings(key, fallback).map((entry) => {
      const path = entry.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
      if (/^(?:\/|[A-Za-z]:)/.test(path) || path.split("/").includes("..")) {
        this.#fail(key, 'a list of paths inside the repository, relative and without ".."', entry);
      }
      return path === "" ? "." : path;
    });
  }

  nonNegative(key: string, fallback: number): number {
    const value = this.#get(key);
    if (value === undefined) return fallback;
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
      this.#fail(key, "a number that is zero or larger", value);
    }
    return value;
  }

  /** A number that a wrong value switches off rather than breaks. */
  optionalNumber(key: string, isUsable: (value: number) => boolean): number | null {
    const value = this.#get(key);
    if (value === undefined || value === null) return null;
    if (typeof value !== "number") this.#fail(key, "a number or null", value);
    return Number.isFinite(value) && isUsable(value) ? value : null;
  }

  stringLists(key: string): Record<string, string[]> {
    const value = this.#get(key);
    if (value === undefined) return {};
    if (!isObject(value)) this.#fail(key, "an object of lists of strings", value);
    return Object.fromEntries(
      Object.entries(value).map(([name, list]) => [name, this.#stringList(`${key}.${name}`, list)]),
    );
  }
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 40 ? `${shown.slice(0, 40)}…` : shown;
}
