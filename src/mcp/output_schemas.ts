/** The published schemas of the answers, in the plain form that all clients understand. */
import type { PlainSchema } from "./tools.ts";

/** What of JSON Schema the published files use. */
interface PublishedSchema {
  readonly type?: PlainSchema["type"];
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly items?: PublishedSchema;
  readonly additionalProperties?: boolean | PublishedSchema;
  readonly oneOf?: readonly PublishedSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, PublishedSchema>>;
}

const load = async (module: Promise<{ default: unknown }>): Promise<PublishedSchema> =>
  (await module).default as PublishedSchema;

/** By the first word of the command. The paths are literal, so that a compiled program holds the files. */
const PUBLISHED: Readonly<Record<string, () => Promise<PublishedSchema>>> = {
  search: () => load(import("../../docs/schemas/search.schema.json", { with: { type: "json" } })),
  context: () => load(import("../../docs/schemas/context.schema.json", { with: { type: "json" } })),
  related: () => load(import("../../docs/schemas/related.schema.json", { with: { type: "json" } })),
  outline: () => load(import("../../docs/schemas/outline.schema.json", { with: { type: "json" } })),
  changed: () => load(import("../../docs/schemas/changed.schema.json", { with: { type: "json" } })),
  memory: () => load(import("../../docs/schemas/memory.schema.json", { with: { type: "json" } })),
  instructions: () => load(import("../../docs/schemas/instructions.schema.json", { with: { type: "json" } })),
  nested: () => load(import("../../docs/schemas/nested.schema.json", { with: { type: "json" } })),
  inventory: () => load(import("../../docs/schemas/inventory.schema.json", { with: { type: "json" } })),
};

/**
 * What the answer of a command looks like: without references, alternatives, patterns or words. Where a command answers
 * several questions, the first published form is that of a tool.
 *
 * @param commandName one or two words.
 */
export async function outputSchema(commandName: string): Promise<PlainSchema> {
  const [name, action] = commandName.split(" ");
  const published = await PUBLISHED[name!]!();
  const root = published.oneOf?.find(({ properties }) => properties?.["action"]?.const === action) ??
    published;
  return plain(root, published.$defs ?? {});
}

function plain(schema: PublishedSchema, definitions: Readonly<Record<string, PublishedSchema>>): PlainSchema {
  if (schema.$ref !== undefined) return plain(definitions[schema.$ref.split("/").at(-1)!]!, definitions);
  const { required, items, properties, additionalProperties } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return {
    type: schema.type ?? typeof values![0] as "string" | "number" | "boolean",
    ...(values === undefined ? {} : { enum: values }),
    ...(properties === undefined ? {} : {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, plain(member, definitions)]),
      ),
    }),
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items: plain(items, definitions) }),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: plain(additionalProperties, definitions) }
      : {}),
  };
}
