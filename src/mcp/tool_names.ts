/** What tools are called. */

/** How names are written: `repoctx_search`, which every client takes, or `repoctx.search`. */
export const NAME_STYLES = ["underscore", "dotted"] as const;

/** See {@link NAME_STYLES}. */
export type NameStyle = typeof NAME_STYLES[number];

/** The full name of a tool. */
export function toolName({ name }: { readonly name: string }, style: NameStyle): string {
  return `repoctx${style === "dotted" ? "." : "_"}${name}`;
}

/** The tool that is called by this name, in either style. */
export function findTool<Named extends { readonly name: string }>(
  tools: readonly Named[],
  called: string,
): Named | undefined {
  return tools.find((tool) => NAME_STYLES.some((style) => toolName(tool, style) === called));
}
