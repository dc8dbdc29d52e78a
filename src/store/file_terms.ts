/** The terms under which a file is found, in the two forms they are stored: full-text rows and a term vector. */
import type { Chunk, SymbolRecord } from "../model/mod.ts";
import { type FieldLengths, indexTerms, TermVectorBuilder } from "../text/mod.ts";

/** A symbol's columns in the full-text table: terms joined by spaces. */
export interface SymbolTerms {
  name: string;
  signature: string;
  doc: string;
}

/** Everything that is searched of one file. */
export interface FileTerms {
  path: string;
  /** Per content chunk. */
  bodies: string[];
  /** Per symbol. */
  symbols: SymbolTerms[];
  /** Packed {@link TermVector}. */
  vector: Uint8Array<ArrayBuffer>;
  lengths: FieldLengths & { path: number };
}

/**
 * Finds the terms of a file. Depends on nothing but its arguments, so it may run anywhere.
 *
 * @param chunks the content chunks, in order.
 */
export function termsOfFile(
  path: string,
  chunks: readonly Pick<Chunk, "startLine" | "content">[],
  symbols: readonly Pick<SymbolRecord, "name" | "signature" | "doc">[],
): FileTerms {
  const builder = new TermVectorBuilder();
  const lengths = { path: 0, name: 0, signature: 0, doc: 0, body: 0 };
  const field = (name: "name" | "signature" | "doc", text: string): string => {
    if (text === "") return "";
    const terms = indexTerms(text);
    builder.addField(name, terms);
    lengths[name] += terms.length;
    return terms.join(" ");
  };
  const bodies = chunks.map(({ startLine, content }) => {
    const all: string[] = [];
    let line = startLine;
    for (const text of content.split("\n")) {
      const terms = indexTerms(text);
      builder.addLine(line++, terms);
      for (const term of terms) all.push(term);
    }
    lengths.body += all.length;
    return all.join(" ");
  });
  const symbolTerms = symbols.map(({ name, signature, doc }) => ({
    name: field("name", name),
    signature: field("signature", signature),
    doc: field("doc", doc),
  }));
  const pathTerms = indexTerms(path);
  lengths.path = pathTerms.length;
  return { path: pathTerms.join(" "), bodies, symbols: symbolTerms, vector: builder.encode(), lengths };
}
