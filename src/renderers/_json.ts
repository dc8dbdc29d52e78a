/** Writers of JSON with a fixed member order, checked by the compiler against the result types. */
import { compareStrings, roundScore } from "../model/mod.ts";

/** Turns a value into JSON text, or into `undefined` when the member is to be left out. */
export type Writer<T> = (value: T) => string | undefined;

type Members<T> = { readonly [Key in keyof T]-?: Writer<Exclude<T[Key], undefined>> };

/**
 * A string as minimally escaped JSON. A lone surrogate becomes U+FFFD: strict readers refuse its escape, and its
 * bytes do not exist in UTF-8.
 */
export function jsonText(value: string): string {
  return JSON.stringify(value.toWellFormed());
}

/** A number as it is. */
export const number: Writer<number> = (value) => JSON.stringify(value);

/** A number that is left out when it is zero. */
export const counter: Writer<number> = (value) => value === 0 ? undefined : number(value);

/** A number with at most four decimals. */
export const score: Writer<number> = (value) => number(roundScore(value));

/** `true` or `false`. */
export const flag: Writer<boolean> = (value) => value ? "true" : "false";

/** A string that is left out when it is empty. */
export const filled: Writer<string> = (value) => value === "" ? undefined : jsonText(value);

/** A member that this output never carries. */
export const never: Writer<unknown> = () => undefined;

/** A list, in order. */
export function list<T>(item: Writer<T>): Writer<readonly T[]> {
  return (values) => {
    let json = "[";
    for (const value of values) json += (json.length > 1 ? "," : "") + (item(value) ?? "null");
    return json + "]";
  };
}

/** Any list of strings. */
export const texts: Writer<readonly string[]> = list(jsonText);

/** An object with free names, sorted. */
export function map<T>(item: Writer<T>): Writer<Record<string, T>> {
  return (values) => {
    const names = Object.keys(values).sort(compareStrings);
    return `{${names.map((name) => `${jsonText(name)}:${item(values[name]!) ?? "null"}`).join(",")}}`;
  };
}

/**
 * An object with known members. The order of `members` is the order of the output, whatever order the value has;
 * a member that is missing or whose writer returns nothing is left out.
 */
export function record<T extends object>(members: Members<T>): Writer<T> {
  const entries = Object.entries(members) as [keyof T & string, Writer<unknown>][];
  return (value) => {
    let json = "{";
    for (const [name, write] of entries) {
      const member = value[name];
      const text = member === undefined ? undefined : write(member);
      if (text !== undefined) json += `${json.length > 1 ? "," : ""}"${name}":${text}`;
    }
    return json + "}";
  };
}

/** An object that is left out when nothing is in it. */
export function filledRecord<T extends object>(members: Members<T>): Writer<T> {
  const write = record(members);
  return (value) => {
    const json = write(value);
    return json === "{}" ? undefined : json;
  };
}

/** Remembers the JSON of each object. Only for objects that nobody changes once they were rendered. */
export function remembered<T extends object>(write: Writer<T>): Writer<T> {
  const known = new WeakMap<T, string>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) {
      text = write(value);
      if (text !== undefined) known.set(value, text);
    }
    return text;
  };
}

/** The JSON of a whole document. */
export function document<T extends object>(members: Members<T>): (value: T) => string {
  const write = record(members);
  return (value) => write(value) ?? "{}";
}
