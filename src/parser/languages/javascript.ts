import type { LanguageDefinition } from "../language.ts";
import { ecmascript, ecmascriptSupport } from "./_ecmascript.ts";

/** JavaScript, JSX included. */
export const javascript: LanguageDefinition = {
  name: "javascript",
  // Flow's annotations are close enough to TypeScript's.
  binding: { ...ecmascript("javascript"), alternative: ecmascript("tsx") },
  support: ecmascriptSupport,
};
