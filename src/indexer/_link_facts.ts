/** Telling whether an edit can have changed any link, so that most edits need no new graph. */
import type { GraphFile, ParsedFile } from "../model/mod.ts";
import { isParsed } from "../parser/mod.ts";
import type { FileRecord } from "../store/mod.ts";

/**
 * Whether the links of a repository stay the same when `before` becomes `after`: when everything the graph looks at
 * is the same. That is all of a file but its docs and most of its line numbers, and the whole text of a manifest.
 */
export function keepsLinks(before: GraphFile | undefined, after: FileRecord): boolean {
  if (before === undefined || mayBeManifest(after)) return false;
  return linkFacts(before) === linkFacts(after.parsed);
}

/** Manifests are read as text: any file that is neither code nor prose counts as one. */
function mayBeManifest({ kind, language }: FileRecord): boolean {
  return kind === "config" || (kind !== "doc" && !isParsed(language));
}

function linkFacts({ symbols, imports, references, namespaces }: GraphFile | ParsedFile): string {
  return JSON.stringify([
    symbols.map(({ name, qualifiedName, kind, signature, exported, visibility, startLine }) => [
      name,
      qualifiedName,
      kind,
      signature,
      exported,
      visibility,
      // Whether an import stands before or behind a namespace decides where it applies.
      kind === "namespace" ? startLine : 0,
    ]),
    imports.map(({ specifier, kind, line, names }) => [
      specifier,
      kind,
      line,
      names?.map(({ imported, local }) => [imported, local]),
    ]),
    references.map(({ name, qualifier, kind, within }) => [name, qualifier, kind, within]),
    namespaces,
  ]);
}
