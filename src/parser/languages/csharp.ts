import { readXml } from "../_doc_comments.ts";
import { blank, firstBranchesOnly, substituting, withoutConditionals } from "../_repairs.ts";
import type { LanguageDefinition, RecoveryRule } from "../language.ts";
import { declarationHandlers } from "./_csharp_declarations.ts";
import { useHandlers } from "./_csharp_uses.ts";

const NAME = String.raw`(?<name>@?[\p{L}_][\p{L}\p{N}_]*)`;
const isExported = (match: RegExpExecArray): boolean => /\b(?:public|protected)\b/.test(match[0]);

const TYPE_WORDS = { class: "class", interface: "interface", struct: "struct", enum: "enum" } as const;

const RECOVERY: readonly RecoveryRule[] = [
  {
    pattern: new RegExp(
      String
        .raw`^\s*(?:(?:public|private|protected|internal|file|static|sealed|abstract|partial|readonly|ref|unsafe)\s+)*(?:record(?:\s+(?:class|struct))?|class|interface|struct|enum)\s+${NAME}`,
      "u",
    ),
    kind: (match) => {
      const word = /\b(record|class|interface|struct|enum)\b/.exec(match[0])?.[1] ?? "class";
      return word === "record" ? "record" : TYPE_WORDS[word as keyof typeof TYPE_WORDS];
    },
    isExported,
  },
  {
    // Without an access modifier a declaration cannot be told from a call.
    pattern: new RegExp(
      String
        .raw`^\s*(?:public|private|protected|internal)\s+(?:(?:protected|internal|static|async|override|virtual|abstract|sealed|new|partial|unsafe|extern|readonly)\s+)*(?:[\p{L}_][\p{L}\p{N}_.]*(?:<[^()=;{}]*>)?[?[\],]*\s+)?${NAME}\s*(?:<[^()=;{}]*>)?\s*\(`,
      "u",
    ),
    kind: "method",
    isExported,
  },
];

/** Constructs of newer language versions. */
const MODERNISE = substituting([
  // An empty collection expression.
  [
    /((?:[=(,:]|=>|\?\?|\s\?|\breturn|\.\.)\s*)\[(\s*)\]/g,
    (_, before = "", inner = "") => `${before}"${blank(inner)}"`,
  ],
  [/\bparams(?=\s+[\w.]+<)/g, blank],
]);

/** C#. */
export const csharp: LanguageDefinition = {
  name: "csharp",
  binding: {
    grammar: "c-sharp",
    handlers: { ...declarationHandlers, ...useHandlers },
    docs: { blocks: ["/**"], lines: ["///"], gap: "blank-lines", between: /^\s*#\s*[a-z]/, read: readXml },
    comments: ["comment"],
    attributes: ["attribute_list"],
    literals: [
      "string_literal",
      "verbatim_string_literal",
      "raw_string_literal",
      "interpolated_string_expression",
      "character_literal",
    ],
    identifiers: [],
    repairs: [
      MODERNISE,
      (source) => withoutConditionals(MODERNISE(source)),
      (source) => firstBranchesOnly(MODERNISE(source)),
    ],
    recovery: RECOVERY,
  },
  support: {
    symbols: [
      "namespace",
      "class",
      "interface",
      "struct",
      "record",
      "enum",
      "enummember",
      "delegate",
      "constructor",
      "method",
      "route",
      "property",
      "indexer",
      "event",
      "field",
      "constant",
      "operator",
      "function",
    ],
    docs: "XML documentation comments (///, /** … */)",
    imports: ["using", "using-static", "using-alias", "global-using"],
    specifiers: "namespace or type as written, without white space",
  },
};
