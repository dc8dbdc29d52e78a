/**
 * The list of languages. A file name or a language name comes in, the language's definition goes out.
 * Nothing here loads a grammar.
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
import { swift } from "./swift.ts";
import { json, markdown } from "./text_only.ts";
import { tsx } from "./tsx.ts";
import { typescript } from "./typescript.ts";
import { svelte } from "./svelte.ts";
import { vue } from "./vue.ts";

/** Every language, in the order the docs show them. */
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
  markdown,
  json,
];

const BY_NAME = new Map(LANGUAGES.map((language) => [language.name, language]));
const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((end) => [end, language.name])),
);
const BY_FILE_NAME = new Map(
  LANGUAGES.flatMap((language) => (language.fileNames ?? []).map((name) => [name, language.name])),
);

/** The definition of a language, or undefined for `none` and unknown names. */
export function languageNamed(name: string): LanguageDefinition | undefined {
  return BY_NAME.get(name);
}

/**
 * The language a file is written in, told from its name alone: `typescript`, `csharp`, … or `none`.
 *
 * @param path with `/`; only the last part counts.
 */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const known = BY_FILE_NAME.get(name) ??
    (dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot).toLowerCase()));
  return known ?? "none";
}
