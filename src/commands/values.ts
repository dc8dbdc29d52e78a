/** From what a caller gives, by name, to the complete values a command runs on. Both doors use it. */
import { UsageError } from "../model/mod.ts";
import type { Command } from "./command.ts";
import type { Parameter } from "./parameter.ts";

/** `a, b or c`, for messages. */
export function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/**
 * Fills in defaults and checks types, choices and bounds.
 *
 * @param given values by parameter name; null and undefined count as absent.
 * @param spell how the caller's surface spells a parameter: `--top` or `top`.
 * @throws {UsageError} naming the parameter and what it may be.
 */
export function completeValues<Values extends object>(
  command: Command<Values>,
  given: Readonly<Record<string, unknown>>,
  spell: (parameter: Parameter) => string = (parameter) => parameter.name,
): Values {
  for (const name of Object.keys(given)) {
    if (command.parameters.some((parameter) => parameter.name === name)) continue;
    const known = command.parameters.map((parameter) => parameter.name);
    const allowed = known.length === 0 ? "It takes no arguments." : `It takes ${listWords(known)}.`;
    throw new UsageError(`Unknown argument ${JSON.stringify(name)} for ${command.name}. ${allowed}`);
  }
  const values: Record<string, unknown> = {};
  for (const parameter of command.parameters) {
    const value = given[parameter.name] ?? undefined;
    const complete = value === undefined
      ? absentValue(parameter, spell(parameter))
      : checkedValue(parameter, value, spell(parameter));
    if (complete !== undefined) values[parameter.name] = complete;
  }
  return values as Values;
}

function absentValue(parameter: Parameter, spelling: string): unknown {
  if (parameter.type !== "boolean" && parameter.required) {
    throw new UsageError(`Missing argument ${spelling}.`);
  }
  return parameter.type === "list" ? [] : parameter.default;
}

function checkedValue(parameter: Parameter, value: unknown, spelling: string): unknown {
  switch (parameter.type) {
    case "boolean":
      if (typeof value !== "boolean") throw new UsageError(`${spelling} must be true or false.`);
      return value;
    case "list":
      if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) {
        throw new UsageError(`${spelling} must be a list of texts.`);
      }
      if (parameter.required && value.length === 0) throw new UsageError(`Missing argument ${spelling}.`);
      return value;
    case "string":
      if (typeof value !== "string") throw new UsageError(`${spelling} must be a text.`);
      return parameter.choices ? choose(parameter.choices, value, spelling) : value;
    default:
      return checkedNumber(parameter, value, spelling);
  }
}

function checkedNumber(
  parameter: Parameter & { readonly type: "integer" | "number" },
  value: unknown,
  spelling: string,
): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new UsageError(`${spelling} must be a number.`);
  }
  if (parameter.type === "integer" && !Number.isSafeInteger(value)) {
    throw new UsageError(`${spelling} must be a whole number, not ${value}.`);
  }
  const { above } = parameter;
  if (above !== undefined && value <= above) {
    throw new UsageError(`${spelling} must be greater than ${above === 0 ? "zero" : above}.`);
  }
  return value;
}

/**
 * The choice that equals `value` without regard to case.
 *
 * @throws {UsageError} listing the choices.
 */
export function choose<T extends string>(choices: readonly T[], value: string, spelling: string): T {
  const chosen = choices.find((choice) => choice === value.toLowerCase());
  if (chosen === undefined) {
    throw new UsageError(`Invalid ${spelling} ${JSON.stringify(value)}. Use ${listWords(choices)}.`);
  }
  return chosen;
}
