/** One symbol on one line, for every command that lists symbols. Receipts are left to the JSON. */
import { joined, lineRange } from "./_labels.ts";
import { code, prose } from "./_markdown.ts";
import { visible } from "../text/mod.ts";

/** What a line shows of a symbol. */
export interface ShownSymbol {
  kind: string;
  start_line: number;
  end_line: number;
  signature: string;
  doc?: string;
  role?: string;
}

function line(symbol: ShownSymbol, signature: string, doc: string): string {
  const { kind, role } = symbol;
  // `export class Sums` says its kind itself.
  const said = ` ${symbol.signature} `.includes(` ${kind} `);
  return joined([
    lineRange(symbol.start_line, symbol.end_line),
    said ? undefined : kind,
    signature,
    role && `[${role}]`,
    doc && `— ${doc}`,
  ], " ");
}

/** `L3-9 method find(id: string): User [match] — Finds a user.` */
export function symbolText(symbol: ShownSymbol): string {
  return line(symbol, visible(symbol.signature), visible(symbol.doc ?? ""));
}

/** The same as an entry of a list, the signature as code. */
export function symbolMarkdown(symbol: ShownSymbol): string {
  return `- ${line(symbol, code(symbol.signature), prose(symbol.doc ?? ""))}`;
}
