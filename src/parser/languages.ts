import type { ImportKind, SymbolKind } from "../model/mod.ts";
import { languageNamed, LANGUAGES } from "./languages/mod.ts";

export { languageOf } from "./languages/mod.ts";

/** What is known about a language, for the docs. */
export interface LanguageSummary {
  name: string;
  extensions: readonly string[];
  fileNames: readonly string[];
  /** Name of the grammar; absent for languages that are only cut into chunks. */
  grammar?: string;
  symbols: readonly SymbolKind[];
  /** Doc comments that are read; empty without any. */
  docs: string;
  imports: readonly ImportKind[];
  /** What import specifiers look like; empty without imports. */
  specifiers: string;
}

/** Whether files of a language are parsed, not only cut into chunks. */
export function isParsed(language: string): boolean {
  const definition = languageNamed(language);
  return definition?.binding !== undefined || definition?.embedded !== undefined;
}

/** One row per language, in the order of the docs. */
export function describeLanguages(): LanguageSummary[] {
  return LANGUAGES.map(({ name, extensions, fileNames, binding, support }) => {
    const summary: LanguageSummary = {
      name,
      extensions,
      fileNames: fileNames ?? [],
      symbols: support?.symbols ?? [],
      docs: support?.docs ?? "",
      imports: support?.imports ?? [],
      specifiers: support?.specifiers ?? "",
    };
    if (binding !== undefined) summary.grammar = binding.grammar;
    return summary;
  });
}
