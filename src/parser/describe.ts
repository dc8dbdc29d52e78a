import type { ImportKind, SymbolKind } from "../model/mod.ts";
import { LANGUAGE_FILES, type LanguageFiles, type LanguageName } from "./language_files.ts";

/** What is known about a language, for the docs. */
export interface LanguageSummary {
  /** As the index writes it. */
  name: string;
  /** Lower-case file name endings with the dot. */
  extensions: readonly string[];
  /** Whole file names. */
  fileNames: readonly string[];
  /** Name of the grammar; absent for languages without one of their own. */
  grammar?: string;
  /** Kinds of symbols that are recorded. */
  symbols: readonly SymbolKind[];
  /** Doc comments that are read; empty without any. */
  docs: string;
  /** Kinds of imports that are recorded. */
  imports: readonly ImportKind[];
  /** What import specifiers look like; empty without imports. */
  specifiers: string;
}

/** One row per language, in the order of the docs. Loads the languages, but no grammar. */
export async function describeLanguages(): Promise<LanguageSummary[]> {
  const { languageNamed } = await import("./languages/mod.ts");
  const rows = Object.entries(LANGUAGE_FILES) as [LanguageName, LanguageFiles][];
  return rows.map(([name, { extensions, fileNames }]) => {
    const definition = languageNamed(name);
    const summary: LanguageSummary = {
      name,
      extensions,
      fileNames: fileNames ?? [],
      symbols: definition?.support.symbols ?? [],
      docs: definition?.support.docs ?? "",
      imports: definition?.support.imports ?? [],
      specifiers: definition?.support.specifiers ?? "",
    };
    if (definition?.binding !== undefined) summary.grammar = definition.binding.grammar;
    return summary;
  });
}
