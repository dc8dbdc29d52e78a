/** The shape of `inventory --extended` as a JSON Schema, for programs that read it. */

const TEXTS = { type: "array", items: { type: "string" } };

/** JSON Schema (draft 2020-12) of the `inventory` result; without `--extended` there are no `entries`. */
export const INVENTORY_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "repoctx inventory",
  type: "object",
  required: ["schema_version", "command", "roots"],
  properties: {
    schema_version: { type: "integer" },
    command: { const: "inventory" },
    roots: {
      type: "array",
      items: {
        type: "object",
        required: ["root", "exists", "skills", "agents"],
        properties: {
          root: { type: "string" },
          exists: { type: "boolean" },
          skills: TEXTS,
          agents: TEXTS,
          settings: { type: "string" },
          notes: { type: "string" },
          truncated: { type: "boolean" },
        },
      },
    },
    entries: {
      type: "array",
      items: {
        type: "object",
        required: ["kind", "agent", "path"],
        properties: {
          kind: {
            enum: [
              "agent",
              "command",
              "hook",
              "mcp_server",
              "output_style",
              "plugin",
              "prompt",
              "rule",
              "setting",
              "skill",
            ],
          },
          agent: { type: "string" },
          path: { type: "string" },
          name: { type: "string" },
          activation: { enum: ["always", "glob", "manual", "model"] },
          globs: TEXTS,
          tokens: { type: "integer" },
        },
      },
    },
  },
};
