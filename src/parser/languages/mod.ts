/**
 * The list of parsed languages. A language's name comes in, its definition goes out. Nothing here loads a grammar.
 */
import type { LanguageDefinition } from "../language.ts";
import { bash } from "./bash.ts";
import { c } from "./c.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { svelte } from "./svelte.ts";
import { swift } from "./swift.ts";
import { tsx } from "./tsx.ts";
import { typescript } from "./typescript.ts";
import { vue } from "./vue.ts";

/** Every parsed language, in the order the docs show them. */
export const LANGUAGES: readonly LanguageDefinition[] = [
  typescript,
  tsx,
  javascript,
  csharp,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  ruby,
  php,
  kotlin,
  swift,
  bash,
  vue,
  svelte,
];

const BY_NAME = new Map<string, LanguageDefinition>(LANGUAGES.map((language) => [language.name, language]));

/** The definition of a language; undefined for text-only and unknown ones. */
export function languageNamed(name: string): LanguageDefinition | undefined {
  return BY_NAME.get(name);
}
