/** Short forms of what the parser finds, so that a test reads as a table. */
import type { ParsedFile } from "../../src/model/mod.ts";
import { createParser, type SourceParser } from "../../src/parser/mod.ts";

let shared: Promise<SourceParser> | undefined;

/** Parses with one parser for the whole test file: grammars are loaded once. */
export async function parse(language: string, source: string, path = "src/file"): Promise<ParsedFile> {
  shared ??= createParser();
  return await (await shared).parse(path, language, source);
}

/** `kind qualifiedName` of every symbol. */
export function names(file: ParsedFile): string[] {
  return file.symbols.map((symbol) => `${symbol.kind} ${symbol.qualifiedName}`);
}

/** Simple name → signature; for a repeated name the last one. */
export function signatures(file: ParsedFile): Record<string, string> {
  return Object.fromEntries(file.symbols.map((symbol) => [symbol.name, symbol.signature]));
}

/** Simple name → doc, for the symbols that have one. */
export function docs(file: ParsedFile): Record<string, string> {
  return Object.fromEntries(file.symbols.filter(({ doc }) => doc !== "").map(({ name, doc }) => [name, doc]));
}

/** Simple name → `start-end`. */
export function ranges(file: ParsedFile): Record<string, string> {
  return Object.fromEntries(
    file.symbols.map((symbol) => [symbol.name, `${symbol.startLine}-${symbol.endLine}`]),
  );
}

/** Simple names of the symbols that are visible outside. */
export function exported(file: ParsedFile): string[] {
  return file.symbols.filter((symbol) => symbol.exported).map(({ name }) => name);
}

/** `line kind specifier imported>local …` of every import. */
export function imports(file: ParsedFile): string[] {
  return file.imports.map(({ line, kind, specifier, names }) =>
    [`${line} ${kind} ${specifier}`, ...(names ?? []).map(({ imported, local }) => `${imported}>${local}`)]
      .join(" ")
  );
}

/** `kind qualifier.name @container` of every reference, in order. */
export function references(file: ParsedFile): string[] {
  return file.references.map(({ kind, name, qualifier, within }) =>
    `${kind} ${qualifier === undefined ? "" : `${qualifier}.`}${name} @${file.symbols[within]?.name ?? ""}`
  );
}
