import type { LanguageDefinition } from "../language.ts";
import { componentScripts } from "./_component_file.ts";
import { typescriptSupport } from "./_ecmascript.ts";

/** Vue components: their script blocks are read as TypeScript or JavaScript. */
export const vue: LanguageDefinition = {
  name: "vue",
  embedded: componentScripts,
  support: typescriptSupport,
};
