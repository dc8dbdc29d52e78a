/** Names that files declare outside of any other declaration. */
import type { GraphFile, SymbolKind } from "../model/mod.ts";

/** A declared symbol of a file. */
export interface Declaration {
  path: string;
  /** Index into the file's symbols. */
  symbol: number;
}

/** Kinds that add to a declaration made elsewhere, or only group others. */
const NO_DECLARATIONS: ReadonlySet<SymbolKind> = new Set(["namespace", "impl", "extension"] as const);

/** The top-level symbols of a file by simple name; of several with one name the first. */
export function topLevelNames(file: GraphFile): Map<string, number> {
  const names = new Map<string, number>();
  const outer = new Set(["", ...file.namespaces]);
  file.symbols.forEach(({ name, qualifiedName, kind }, index) => {
    const container = qualifiedName.slice(0, Math.max(0, qualifiedName.length - name.length - 1));
    if (!NO_DECLARATIONS.has(kind) && outer.has(container) && !names.has(name)) names.set(name, index);
  });
  return names;
}
