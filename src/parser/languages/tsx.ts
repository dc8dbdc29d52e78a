import type { LanguageDefinition } from "../language.ts";
import { ecmascript, typescriptSupport } from "./_ecmascript.ts";

/** TypeScript with JSX. */
export const tsx: LanguageDefinition = {
  name: "tsx",
  binding: ecmascript("tsx"),
  support: typescriptSupport,
};
