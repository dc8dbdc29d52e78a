/** Puts the parts of TypeScript and JavaScript together; the languages differ only in their grammars. */
import { readTagged } from "../_doc_comments.ts";
import type { GrammarName } from "../grammars.ts";
import type { GrammarBinding, LanguageSupport, NodeHandler, RecoveryRule, Repair } from "../language.ts";
import { blank, substituting } from "../_repairs.ts";
import { declarationHandlers } from "./_ecmascript_declarations.ts";
import { memberHandlers } from "./_ecmascript_members.ts";
import { moduleHandlers } from "./_ecmascript_modules.ts";
import { useHandlers } from "./_ecmascript_uses.ts";
import { variableHandlers } from "./_ecmascript_variables.ts";

/** Constructs the grammars do not know. The stand-ins only have to parse. */
const SUBSTITUTE = substituting([
  [/\bexport(\s+)type(?=\s*\*)/g, (_, space = "") => `export${space}    `],
  [
    /(^|[\s;{}])accessor(?=\s+[#\p{ID_Start}_$[][\p{ID_Continue}$.\]]*\s*[=:;!?\n}])/gu,
    (_, before = "") => `${before}${blank("accessor")}`,
  ],
  [
    /([<,]\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?(?:const\s+)?)(in\s+out|in|out)(?=\s+[\p{ID_Start}_$])/gu,
    (_, before = "", variance = "") => before + blank(variance),
  ],
  [
    /\bawait(\s+)using(?=\s+[\p{ID_Start}_$][\p{ID_Continue}$]*\s*(?:=|of\b))/gu,
    (_, space = "") => `     ${space}const`,
  ],
  [/\busing(?=[ \t]+[\p{ID_Start}_$][\p{ID_Continue}$]*\s*(?:=|of\b))/gu, () => "const"],
  [
    /\bexport(\s+)default(\s+)abstract(?=\s+class\b)/g,
    (_, a = "", b = "") => `export${a}default${b}        `,
  ],
  [/\bimport(\s+)(?:defer|source)(?=\s+[\p{ID_Start}_$*])/gu, (match) => `import${blank(match.slice(6))}`],
  // `typeof import("x")` as a type argument, `import("x").Name<T>`.
  [
    /\btypeof(\s+)(import\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\))/g,
    (_, space = "", call = "") => `typeof${space}${standInName(call)}`,
  ],
  [/\bimport\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)(?=(?:\.\w+)+<)/g, standInName],
  // Attributes of JSX that are words of the language.
  [/(\s)class(?==["'{])/g, (_, before = "") => `${before}klass`],
  [/(\s)for(?==["'{])/g, (_, before = "") => `${before}fro`],
]);

/** What may stand at the end of the line in front of a call signature. */
const SIGNATURE_END = /[\p{ID_Continue}$)\]}>'";,]/u;

/**
 * Generic call signatures on lines of their own read as one long type: puts a `;` into the indentation of lines that
 * start with `<` and do not continue an expression.
 */
function separateCallSignatures(source: string): string {
  return source.replace(/(\n[ \t]*)[ \t](?=<[\s\p{ID_Start}])/gu, (match, indent: string, at: number) => {
    let before = at;
    while (before > 0 && /\s/.test(source[before - 1] ?? "")) before--;
    const line = source.slice(source.lastIndexOf("\n", before - 1) + 1, before);
    const isArrow = line.endsWith("=>");
    const isComment = line.endsWith("*/") || /^\s*\/\//.test(line);
    return isComment || (!isArrow && SIGNATURE_END.test(line.slice(-1))) ? `${indent};` : match;
  });
}

const REPAIR: Repair = (source) => separateCallSignatures(SUBSTITUTE(source));

function standInName(text: string): string {
  return "$".repeat(text.length);
}

const NAME = String.raw`(?<name>[\p{ID_Start}_$][\p{ID_Continue}$]*)`;
const isExported = (match: RegExpExecArray): boolean => /\bexport\b/.test(match[0]);

const RECOVERY: readonly RecoveryRule[] = [
  {
    pattern: new RegExp(
      String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\b\s*\*?\s*${NAME}`,
      "u",
    ),
    kind: "function",
    isExported,
  },
  {
    pattern: new RegExp(
      String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+${NAME}`,
      "u",
    ),
    kind: "class",
    isExported,
  },
  {
    pattern: new RegExp(
      String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?interface\s+${NAME}\s*(?:<|\{|extends\b|$)`,
      "u",
    ),
    kind: "interface",
    isExported,
  },
  {
    pattern: new RegExp(String.raw`^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+${NAME}`, "u"),
    kind: "enum",
    isExported,
  },
  {
    pattern: new RegExp(String.raw`^\s*(?:export\s+)?(?:declare\s+)?type\s+${NAME}\s*[<=]`, "u"),
    kind: "typealias",
    isExported,
  },
  {
    pattern: new RegExp(String.raw`^\s*(?:export\s+)?(?:declare\s+)?namespace\s+${NAME}`, "u"),
    kind: "namespace",
    isExported,
  },
  {
    pattern: new RegExp(
      String.raw`^(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+${NAME}\s*(?::[^=]*)?=`,
      "u",
    ),
    kind: (match) =>
      /=\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>)/.test(match.input)
        ? "function"
        : /\bconst\b/.test(match[0])
        ? "constant"
        : "variable",
    isExported,
  },
];

/** In this order: a handler runs before those of the same node type in later parts. */
const PARTS = [moduleHandlers, declarationHandlers, memberHandlers, variableHandlers, useHandlers];

function merged(): Record<string, NodeHandler> {
  const handlers: Record<string, NodeHandler> = {};
  for (const part of PARTS) {
    for (const [type, handler] of Object.entries(part)) {
      const first = handlers[type];
      handlers[type] = first === undefined ? handler : (extraction, node) => {
        first(extraction, node);
        handler(extraction, node);
      };
    }
  }
  return handlers;
}

const HANDLERS = merged();

/** How files of one of the grammars are read. */
export function ecmascript(grammar: GrammarName): GrammarBinding {
  return {
    grammar,
    handlers: HANDLERS,
    docs: { blocks: ["/**"], lines: [], gap: "blank-lines", read: readTagged },
    comments: ["comment", "html_comment"],
    attributes: ["decorator"],
    literals: ["string", "template_string", "regex"],
    identifiers: ["identifier", "shorthand_property_identifier"],
    memberAccess: { type: "member_expression", object: "object", property: "property" },
    repairs: [REPAIR],
    recovery: RECOVERY,
  };
}

/** What the docs say about all of them. */
export const ecmascriptSupport: LanguageSupport = {
  symbols: ["function", "class", "method", "field", "constant", "variable", "route"],
  docs: "JSDoc (/** … */)",
  imports: ["static", "side-effect", "reexport", "require", "dynamic"],
  specifiers: "as written, without quotes",
};

/** What TypeScript adds. */
export const typescriptSupport: LanguageSupport = {
  ...ecmascriptSupport,
  symbols: [
    ...ecmascriptSupport.symbols,
    "interface",
    "typealias",
    "enum",
    "enummember",
    "property",
    "namespace",
    "module",
  ],
  imports: [...ecmascriptSupport.imports, "type"],
};
