import type { LanguageDefinition } from "../language.ts";
import { componentScripts } from "./_component_file.ts";
import { typescriptSupport } from "./_ecmascript.ts";

/** Svelte components: their script blocks are read as TypeScript or JavaScript. */
export const svelte: LanguageDefinition = {
  name: "svelte",
  embedded: componentScripts,
  support: typescriptSupport,
};
