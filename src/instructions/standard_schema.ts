/**
 * Schemas that frameworks accept without this package loading any of theirs: the common interface of schema
 * libraries (https://standardschema.dev), backed by a JSON Schema and a checking function.
 */

/** A schema with validation and a JSON Schema, as the AI SDK and the MCP SDK take it. */
export interface StandardSchema<T> {
  /** The common interface. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "repoctx";
    readonly validate: (value: unknown) => { value: T } | { issues: { message: string }[] };
    readonly jsonSchema: {
      readonly input: (options: { target: string }) => Record<string, unknown>;
      readonly output: (options: { target: string }) => Record<string, unknown>;
    };
    readonly types?: { readonly input: T; readonly output: T };
  };
}

/**
 * Makes a schema.
 *
 * @param check returns the value, or throws an error whose message says what is wrong.
 */
export function standardSchema<T>(
  jsonSchema: Readonly<Record<string, unknown>>,
  check: (value: unknown) => T,
): StandardSchema<T> {
  return {
    "~standard": {
      version: 1,
      vendor: "repoctx",
      validate: (value) => {
        try {
          return { value: check(value) };
        } catch (error) {
          return { issues: [{ message: error instanceof Error ? error.message : String(error) }] };
        }
      },
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
  };
}
