/** One argument or option of a command, and how a table of them follows from the type of the command's values. */

/** What all parameters have in common. */
export interface ParameterBase {
  /** One line for `--help` and for the schema of the MCP tool. */
  readonly help: string;
  /** What applies when it is not given, for a parameter without a fixed default. */
  readonly otherwise?: string;
  /** Given by position instead of by name. Positions follow the order of the table. */
  readonly positional?: true;
  /** Spelling on the command line without `--`; by default the key in kebab-case. */
  readonly flag?: string;
  /** One-letter spelling, without `-`. */
  readonly alias?: string;
  /** What stands for the value in a usage line; by default the key in kebab-case, or `n` for a number. */
  readonly label?: string;
}

/** A text. */
export interface TextParameter<T extends string = string> extends ParameterBase {
  /** Given as it is. */
  readonly type: "string";
  /** The only values allowed, in lower case; what a user types is compared without regard to case. */
  readonly choices?: readonly T[];
  /** The value names a file, so that a shell can complete it. */
  readonly file?: true;
  /** On the command line `-` stands for what is piped in. */
  readonly piped?: true;
}

/** A whole or fractional number. */
export interface NumberParameter extends ParameterBase {
  /** Whether fractions are allowed. */
  readonly type: "integer" | "number";
  /** The value must be larger than this. */
  readonly above?: number;
}

/**
 * A switch. With the default `true` the command line switches it off: its `flag` then starts with `no-`.
 */
export interface SwitchParameter extends ParameterBase {
  /** Given without a value. */
  readonly type: "boolean";
  /** The state when it is not given. */
  readonly default: boolean;
}

/** A text that may be given any number of times. */
export interface ListParameter extends ParameterBase {
  /** Given once per value. */
  readonly type: "list";
  /** The values name files, so that a shell can complete them. */
  readonly file?: true;
  /** At least one value must be given. */
  readonly required?: true;
}

/** A value that may stay out has no default; one that never does has a default or must be given. */
export type Presence<T> = undefined extends T ? { readonly default?: never; readonly required?: never }
  : { readonly default: T; readonly required?: never } | {
    readonly default?: never;
    readonly required: true;
  };

/** The parameter that yields values of one type. */
export type ParameterFor<T> = [NonNullable<T>] extends [boolean] ? SwitchParameter
  : [NonNullable<T>] extends [number] ? NumberParameter & Presence<T>
  : [NonNullable<T>] extends [readonly string[]] ? ListParameter
  : [NonNullable<T>] extends [string] ? TextParameter<NonNullable<T>> & Presence<T>
  : never;

/** A parameter for every member of `Values`. */
export type ParameterTable<Values> = { readonly [Key in keyof Values]-?: ParameterFor<Values[Key]> };

/** A parameter together with its name, as parsers, help and schemas read it. */
export type Parameter =
  & { readonly name: string }
  & (
    | (TextParameter & { readonly default?: string; readonly required?: true })
    | (NumberParameter & { readonly default?: number; readonly required?: true })
    | SwitchParameter
    | ListParameter
  );

/** `responseBudgetTokens` as the command line spells it: `response-budget-tokens`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
}

/** The long spelling of an option, without `--`. */
export function flagOf(parameter: Parameter): string {
  return parameter.flag ?? kebabCase(parameter.name);
}

/** What stands for the value of a parameter in a usage line. */
export function labelOf(parameter: Parameter): string {
  if (parameter.label !== undefined) return parameter.label;
  if (parameter.type === "integer" || parameter.type === "number") return "n";
  return kebabCase(parameter.name);
}
