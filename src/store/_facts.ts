/** What the graph needs of a file besides its symbols, packed as JSON lists: a third of the size of objects. */
import type {
  GraphFile,
  ImportedName,
  ImportKind,
  ImportRecord,
  ReferenceKind,
  ReferenceRecord,
} from "../model/mod.ts";
import { DamageError } from "./_connection.ts";

/** The packed part of a {@link GraphFile}. */
export type Facts = Pick<GraphFile, "imports" | "references" | "namespaces">;

type PackedImport = [
  specifier: string,
  kind: ImportKind,
  line: number,
  ...([names: [imported: string, local: string][]] | []),
];
type PackedReference = [
  name: string,
  kind: ReferenceKind,
  line: number,
  within: number,
  ...([qualifier: string] | []),
];

/** Facts as text; undefined when there are none. */
export function packFacts({ imports, references, namespaces }: Facts): string | undefined {
  if (imports.length + references.length + namespaces.length === 0) return undefined;
  return JSON.stringify([
    imports.map(({ specifier, kind, line, names }): PackedImport =>
      names === undefined
        ? [specifier, kind, line]
        : [specifier, kind, line, names.map(({ imported, local }) => [imported, local])]
    ),
    references.map(({ name, qualifier, kind, line, within }): PackedReference =>
      qualifier === undefined ? [name, kind, line, within] : [name, kind, line, within, qualifier]
    ),
    namespaces,
  ]);
}

/**
 * The facts in a text written by {@link packFacts}.
 *
 * @throws {DamageError} when it is none.
 */
export function unpackFacts(json: string | undefined): Facts {
  if (json === undefined) return { imports: [], references: [], namespaces: [] };
  try {
    const [imports, references, namespaces] = JSON.parse(json) as [
      PackedImport[],
      PackedReference[],
      string[],
    ];
    return { imports: imports.map(unpackImport), references: references.map(unpackReference), namespaces };
  } catch (error) {
    throw new DamageError("stored facts are malformed", { cause: error });
  }
}

function unpackImport([specifier, kind, line, names]: PackedImport): ImportRecord {
  if (names === undefined) return { specifier, kind, line };
  return {
    specifier,
    kind,
    line,
    names: names.map(([imported, local]): ImportedName => ({ imported, local })),
  };
}

function unpackReference([name, kind, line, within, qualifier]: PackedReference): ReferenceRecord {
  return qualifier === undefined ? { name, kind, line, within } : { name, qualifier, kind, line, within };
}
