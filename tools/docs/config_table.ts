/** The reference of the configuration: defaults from the program, explanations from the comments of its type. */
import { fileURLToPath } from "node:url";
import { type Config } from "../../src/model/mod.ts";
import { inlineCode, markdownTable } from "./markdown.ts";

/** The file whose comments explain the keys. */
const SOURCE = new URL("../../src/model/config.ts", import.meta.url);

/** As much of a property in `deno doc --json` as is looked at. */
interface Property {
  readonly name: string;
  readonly jsDoc?: { readonly doc?: string };
  readonly tsType?: {
    readonly kind: string;
    readonly value?: { readonly properties?: readonly Property[]; readonly typeName?: string };
  };
}

/** A row per key, in the order of the type. */
export async function configTable(defaults: Config): Promise<string> {
  const interfaces = await readInterfaces();
  const rows: string[][] = [];
  const add = (properties: readonly Property[], value: unknown, prefix: string): void => {
    for (const { name, jsDoc, tsType } of properties) {
      const key = prefix + name;
      const own = (value as Record<string, unknown>)[name];
      const text = (jsDoc?.doc ?? "").replaceAll(/\s+/g, " ").trim();
      const nested = tsType?.value?.properties ?? interfaces.get(tsType?.value?.typeName ?? "");
      rows.push([inlineCode(key), nested === undefined ? shown(own) : "", text]);
      if (nested !== undefined) add(nested, own, `${key}.`);
    }
  };
  add(interfaces.get("Config") ?? [], defaults, "");
  return markdownTable(["key", "default", "meaning"], rows);
}

function shown(value: unknown): string {
  return Array.isArray(value) && value.length > 3 ? "see below" : inlineCode(JSON.stringify(value));
}

async function readInterfaces(): Promise<Map<string, readonly Property[]>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", fileURLToPath(SOURCE)],
    env: { DENO_NO_UPDATE_CHECK: "1" },
    stderr: "inherit",
  }).output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  const [{ symbols }] = Object.values(nodes) as [
    { symbols: { name: string; declarations: { kind: string; def: { properties: Property[] } }[] }[] },
  ];
  return new Map(symbols.map(({ name, declarations }) => [name, declarations[0]!.def.properties]));
}
