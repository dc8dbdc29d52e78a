import { readPlain } from "../_doc_comments.ts";
import type { Extraction } from "../_extraction.ts";
import { oneLine } from "../_signature.ts";
import { NO_NODE } from "../_syntax_tree.ts";
import type { LanguageDefinition } from "../language.ts";
import { declareVisible, declaring } from "./_declaring.ts";

/** Assignments outside of functions declare variables; `readonly` ones and those in capitals constants. */
function declaresVariable(extraction: Extraction, node: number): void {
  if (extraction.currentSymbol !== -1) return;
  const { tree } = extraction;
  const parent = tree.parent(node);
  const isDeclaration = tree.type(parent) === "declaration_command";
  const statement = isDeclaration ? parent : node;
  if (tree.type(tree.parent(statement)) !== "program") return;
  const name = tree.textOf(tree.field(node, "name"));
  const text = extraction.lineOf(statement, tree.start(statement), tree.end(statement));
  const isConstant = /^(?:readonly|declare\s+-\w*r)\b/.test(text) || /^[A-Z][A-Z0-9_]*$/.test(name);
  declareVisible(extraction, {
    name,
    kind: isConstant ? "constant" : "variable",
    node: statement,
    signature: oneLine(text.length <= 80 ? text : `${name}=…`),
    visibility: "public",
    opensScope: "no",
  });
}

/** Folders that scripts compute to find their neighbours. */
const OWN_FOLDER =
  /^(?:\$\(\s*(?:cd\s+)?"?\$?\(?\s*dirname\b[^/]*\)"?|\$\{BASH_SOURCE%\/\*\}|\$\{0%\/\*\}|\$\{?(?:\w*(?:DIR|HERE|dir|here))\}?)\//;

function readsCommand(extraction: Extraction, node: number): void {
  const { tree } = extraction;
  const nameNode = tree.field(node, "name");
  const name = tree.textOf(nameNode);
  if (name === "source" || name === ".") {
    const written = tree.textOf(tree.field(node, "argument")).replace(/^["']|["']$/g, "").replaceAll('"', "");
    const specifier = written.replace(OWN_FOLDER, "./");
    if (specifier === "" || specifier.includes("$")) return;
    extraction.addImport({ specifier, kind: "include", line: tree.lineAt(tree.start(node)) });
  } else if (/^[A-Za-z_][\w-]*$/.test(name)) extraction.reference("call", nameNode, name);
}

/** Bash and POSIX shell. */
export const bash: LanguageDefinition = {
  name: "bash",
  binding: {
    grammar: "bash",
    handlers: {
      function_definition: declaring({
        kind: "function",
        extra: ({ tree }, node) => {
          const body = tree.field(node, "body");
          return body === NO_NODE ? {} : { headEnd: tree.start(body) };
        },
      }),
      variable_assignment: declaresVariable,
      command: readsCommand,
    },
    docs: { blocks: [], lines: ["#"], gap: "none", read: readPlain },
    comments: ["comment"],
    attributes: [],
    literals: ["string", "raw_string", "heredoc_body"],
    identifiers: [],
    recovery: [
      {
        pattern: /^\s*(?:function\s+)?(?<name>[A-Za-z_][\w:-]*)\s*(?:\(\)\s*\{?|\{)\s*$/,
        kind: "function",
        isExported: () => true,
      },
    ],
  },
  support: {
    symbols: ["function", "constant", "variable"],
    docs: "# comments directly above",
    imports: ["include"],
    specifiers: "file; ./ in front of those found from the script's own folder",
  },
};
