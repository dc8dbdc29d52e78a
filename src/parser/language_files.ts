/** Which language a file is written in, told from its name alone. */

/** How files of a language are named. */
export interface LanguageFiles {
  /** Lower-case file name endings with the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, for files known by name: `Rakefile`. */
  readonly fileNames?: readonly string[];
  /** Set for languages that are only cut into chunks. */
  readonly textOnly?: true;
}

/**
 * Every language, in the order the docs show them. Kept apart from the languages' own files, which nobody who only
 * wants to know a file's language should have to load.
 */
export const LANGUAGE_FILES = {
  typescript: { extensions: [".ts", ".mts", ".cts"] },
  tsx: { extensions: [".tsx"] },
  javascript: { extensions: [".js", ".jsx", ".mjs", ".cjs"] },
  csharp: { extensions: [".cs"] },
  python: { extensions: [".py", ".pyi", ".pyw"] },
  go: { extensions: [".go"] },
  rust: { extensions: [".rs"] },
  java: { extensions: [".java"] },
  c: { extensions: [".c", ".h"] },
  cpp: {
    extensions: [
      ".cpp",
      ".cc",
      ".cxx",
      ".c++",
      ".hpp",
      ".hh",
      ".hxx",
      ".h++",
      ".ipp",
      ".tpp",
      ".inl",
      ".ixx",
      ".cppm",
    ],
  },
  ruby: { extensions: [".rb", ".rake", ".gemspec", ".ru"], fileNames: ["Gemfile", "Rakefile"] },
  php: { extensions: [".php", ".phtml"] },
  kotlin: { extensions: [".kt", ".kts"] },
  swift: { extensions: [".swift"] },
  bash: {
    extensions: [".sh", ".bash", ".zsh", ".ksh"],
    fileNames: [".bashrc", ".bash_profile", ".profile", ".zshrc"],
  },
  vue: { extensions: [".vue"] },
  svelte: { extensions: [".svelte"] },
  markdown: { extensions: [".md", ".mdx"], textOnly: true },
  json: { extensions: [".json"], textOnly: true },
} as const satisfies Record<string, LanguageFiles>;

/** Name of a language, as the index writes it. */
export type LanguageName = keyof typeof LANGUAGE_FILES;

const ROWS = Object.entries(LANGUAGE_FILES) as readonly [LanguageName, LanguageFiles][];
const BY_EXTENSION = new Map(ROWS.flatMap(([name, { extensions }]) => extensions.map((end) => [end, name])));
const BY_FILE_NAME = new Map(
  ROWS.flatMap(([name, { fileNames }]) => (fileNames ?? []).map((file) => [file, name])),
);
const PARSED: ReadonlySet<string> = new Set(
  ROWS.filter(([, { textOnly }]) => textOnly !== true).map(([name]) => name),
);

/**
 * The language a file is written in: `typescript`, `csharp`, … or `none`.
 *
 * @param path with `/`; only the last part counts.
 */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return BY_FILE_NAME.get(name) ?? (dot < 0 ? undefined : BY_EXTENSION.get(name.slice(dot).toLowerCase())) ??
    "none";
}

/** Whether files of a language are parsed, not only cut into chunks. */
export function isParsed(language: string): boolean {
  return PARSED.has(language);
}
