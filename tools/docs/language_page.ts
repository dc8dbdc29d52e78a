/** The page about languages, made from what the parser says of itself. Pure. */
import type { LanguageSummary } from "../../src/parser/mod.ts";
import { inlineCode, markdownTable, plainText } from "./markdown.ts";

/** Where the page lies. */
export const LANGUAGE_PAGE = "docs/languages.md";

const INTRODUCTION = `# Languages

Every text file is indexed and searched, whatever it is written in. For the languages below the index also knows what
a file declares and what it uses, so that outlines, symbols in search and links between files work. The parsers are
tree-sitter grammars that come with the program; nothing has to be installed.

Imports are followed to files of the repository the way the language's own tools do it (\`tsconfig.json\` paths and
workspaces, \`go.mod\`, \`Cargo.toml\`, C# namespaces and project references, and so on). What is ambiguous gives no
link rather than a wrong one. A test is linked to what it tests by what it imports and by its name.
`;

const ADDING = `## Adding a language

One file and one fixture, and three lines elsewhere:

1. \`src/parser/languages/<name>.ts\` declares the language: its grammar, what to do at which node, its doc comments,
   and what the docs may claim about it. \`go.ts\` is a good example to start from.
2. \`src/parser/languages/mod.ts\` lists it, \`src/parser/language_files.ts\` names its files, and
   \`src/parser/grammars.ts\` says where its grammar comes from.
3. A sample in \`tests/parser/_samples.ts\` shows one declaration of every kind and one import of every form that the
   language claims. The tests fail when a claim has no example.
4. If its imports can be followed to files, a linker in \`src/graph/languages/\` does that.
5. Raise the version of the stage in \`src/indexer/versions.ts\`, so that indexes built before are rebuilt, and run
   \`deno run -A tools/docs.ts\`, which writes this page.
`;

/** The text of the page. */
export function languagePage(languages: readonly LanguageSummary[]): string {
  const parsed = languages.filter(({ symbols }) => symbols.length > 0);
  const textOnly = languages.filter(({ symbols }) => symbols.length === 0);
  return [
    INTRODUCTION,
    "## Overview\n",
    markdownTable(
      ["language", "files", "doc comments", "imports"],
      parsed.map(({ name, extensions, fileNames, docs, imports }) => [
        `[${name}](#${name})`,
        codes([...extensions, ...fileNames]),
        plainText(docs),
        imports.join(", "),
      ]),
    ),
    "",
    `${
      codes(textOnly.map(({ name }) => name))
    } and all other text files are searched as text; Markdown is cut at its ` +
    "headings.\n",
    "## What is recorded\n",
    ...parsed.map(details),
    ADDING,
  ].join("\n");
}

function details({ name, grammar, symbols, specifiers }: LanguageSummary): string {
  return `### ${name}\n\n` +
    (grammar === undefined ? "The script block is parsed as its own language.\n\n" : "") +
    `- symbols: ${symbols.join(", ")}\n- import specifiers: ${plainText(specifiers)}\n`;
}

function codes(names: readonly string[]): string {
  return names.map(inlineCode).join(" ");
}
