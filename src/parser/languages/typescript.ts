import type { LanguageDefinition } from "../language.ts";
import { ecmascript, typescriptSupport } from "./_ecmascript.ts";

/** TypeScript without JSX. */
export const typescript: LanguageDefinition = {
  name: "typescript",
  binding: ecmascript("typescript"),
  support: typescriptSupport,
};
