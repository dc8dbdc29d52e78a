/** Checks what a command prints as JSON against its published schema in docs/schemas. */
import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";

/** The part of JSON Schema that our schemas use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  const?: unknown;
  enum?: unknown[];
  description?: string;
  additionalProperties?: boolean | Schema;
}

const FOLDER = new URL("../docs/schemas/", import.meta.url);
const ajv = new Ajv2020.default({ allErrors: true, strict: true });

/** The commands that have a schema, sorted. */
export function schemaCommands(): string[] {
  return [...Deno.readDirSync(FOLDER)].map(({ name }) => name.replace(".schema.json", "")).sort();
}

/** The schema of a command's JSON. */
export function readSchema(command: string): Schema {
  return JSON.parse(Deno.readTextFileSync(new URL(`${command}.schema.json`, FOLDER))) as Schema;
}

/** A schema without its reference or alternative, as it applies to the value. */
function resolve(schema: Schema, root: Schema, value: unknown): Schema {
  if (schema.$ref) return resolve(root.$defs![schema.$ref.replace("#/$defs/", "")]!, root, value);
  if (!schema.oneOf) return schema;
  const members = Object.keys(value as object);
  const { action } = value as { action?: unknown };
  return schema.oneOf.find(({ properties, required = [] }) =>
    properties?.["action"]?.const === action && required.every((name) => members.includes(name))
  )!;
}

/** Fails when an object anywhere in the value lists its members in another order than the schema. */
function assertOrder(schema: Schema, root: Schema, value: unknown, place: string): void {
  const { properties, items } = resolve(schema, root, value);
  if (Array.isArray(value) && items) {
    value.forEach((entry, index) => assertOrder(items, root, entry, `${place}[${index}]`));
  } else if (properties && typeof value === "object" && value !== null) {
    const order = Object.keys(properties);
    const keys = Object.keys(value);
    const sorted = keys.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    assert.deepEqual(keys, sorted, `members of ${place} are out of order`);
    for (const [key, member] of Object.entries(value)) {
      assertOrder(properties[key]!, root, member, `${place}.${key}`);
    }
  }
}

/**
 * Fails unless the value is valid JSON output of the command, with its members in the published order.
 *
 * @param command the command's name, such as `context`.
 * @param value the parsed document.
 */
export function assertValid(command: string, value: unknown): void {
  const root = readSchema(command);
  const validate = ajv.getSchema(command) ?? ajv.addSchema(root, command).getSchema(command)!;
  assert.ok(validate(value), `${command}: ${ajv.errorsText(validate.errors)}`);
  assertOrder(root, root, value, command);
}
