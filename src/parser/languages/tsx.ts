import type { LanguageDefinition } from "../language.ts";
import { ecmascript, typescriptSupport } from "./_ecmascript.ts";

/** TypeScript with JSX. */
export const tsx: LanguageDefinition = {
  name: "tsx",
  extensions: [".tsx"],
  binding: ecmascript("tsx"),
  support: typescriptSupport,
};
