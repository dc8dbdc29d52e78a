/** Which commands a client may call, with which of their parameters, and how that is described to it. */
import { type Command, completeValues, entryFor, type Parameter } from "../commands/mod.ts";
import { UsageError } from "../model/mod.ts";

/** The plain subset of JSON Schema that all clients understand: no references, no alternatives. */
export interface PlainSchema {
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly items?: PlainSchema;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  /** Of the values of an object with free names. */
  readonly additionalProperties?: PlainSchema;
}

/** One tool. */
export interface Tool {
  /** Without the prefix: `search`. */
  readonly name: string;
  /** What a call runs. */
  readonly command: Command;
  /** The parameters of the command that a client may set. */
  readonly parameters: readonly Parameter[];
}

/** Section 18 of the specification. What is not listed here has its default and costs a client nothing. */
const OFFERED: readonly (readonly [tool: string, command: string, parameters: readonly string[]])[] = [
  ["search", "search", ["query", "top", "symbols", "refresh"]],
  ["get_context", "context", [
    "task",
    "top",
    "detail",
    "responseBudgetTokens",
    "projectedReadBudgetTokens",
    "budgetTokens",
    "seen",
    "known",
    "session",
    "stripComments",
    "includeMemory",
    "refresh",
  ]],
  ["get_related_files", "related", ["file", "refresh"]],
  ["get_outline", "outline", ["file", "refresh"]],
  ["get_changes", "changed", ["patch"]],
  ["memory_add", "memory add", ["text", "kind", "files", "tags", "session"]],
  ["memory_search", "memory search", ["query", "top", "kind", "file", "session", "stale"]],
];

/** Where the help of the command line explains a spelling that a call does not have. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  refresh: "Update the index first",
  seen: "Receipts of delivered units that are not to be sent again",
  known: "path@hash of files you have read completely",
  includeMemory: "Let matching memories ride along",
  files: "Files it is about",
  tags: "Words to find it by",
};

/** All tools that run a command, in the order in which they are listed. */
export async function loadTools(): Promise<readonly Tool[]> {
  return await Promise.all(OFFERED.map(async ([name, commandName, offered]) => {
    const command = await entryFor(commandName.split(" "))!.load();
    return { name, command, parameters: command.parameters.filter((one) => offered.includes(one.name)) };
  }));
}

/** What a call may say. */
export function inputSchema({ parameters }: Tool): PlainSchema {
  const required = parameters.filter((one) => one.type !== "boolean" && one.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function schemaOf(parameter: Parameter): PlainSchema {
  const words = OTHER_WORDS[parameter.name] ?? parameter.help;
  const description = parameter.otherwise === undefined
    ? words
    : `${words} (default: ${parameter.otherwise})`;
  switch (parameter.type) {
    case "list":
      return { type: "array", items: { type: "string" }, description };
    case "string":
      return {
        type: "string",
        ...(parameter.choices === undefined ? {} : { enum: parameter.choices }),
        ...withDefault(parameter),
        description,
      };
    case "boolean":
      return { type: "boolean", ...withDefault(parameter), description };
    default:
      return { type: parameter.type, ...lowerBound(parameter), ...withDefault(parameter), description };
  }
}

function withDefault(
  { default: value }: { default?: string | number | boolean },
): Pick<PlainSchema, "default"> {
  return value === undefined ? {} : { default: value };
}

/** For whole numbers only: there is no plain way to exclude a bound itself. */
function lowerBound(
  { type, above }: Parameter & { readonly type: "integer" | "number" },
): Pick<PlainSchema, "minimum"> {
  return above === undefined || type === "number" ? {} : { minimum: Math.floor(above) + 1 };
}

/**
 * The complete values for a call.
 *
 * @param given the arguments of the call, as they came.
 * @throws {UsageError} naming the argument that is wrong.
 */
export function valuesOf({ command, parameters }: Tool, given: unknown): object {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError("The arguments of a tool must be an object.");
  }
  const withheld = command.parameters.filter((parameter) => !parameters.includes(parameter));
  return {
    ...completeValues({ ...command, parameters: withheld }, {}),
    ...completeValues({ ...command, parameters }, given as Record<string, unknown>),
  };
}
