import type { LanguageDefinition } from "../language.ts";

/** Markdown has no symbols: it is cut into chunks at its headings. */
export const markdown: LanguageDefinition = { name: "markdown", extensions: [".md", ".mdx"] };

/** JSON has no symbols. */
export const json: LanguageDefinition = { name: "json", extensions: [".json"] };
