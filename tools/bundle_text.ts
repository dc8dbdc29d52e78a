/** Makes a bundle's text and file names the same wherever it was made. */

/** An npm package. */
export interface Package {
  readonly name: string;
  readonly version: string;
}

/** As in `name@version`. */
export function packageName({ name, version }: Package): string {
  return `${name}@${version}`;
}

/** A bundle that tells nothing about the machine it was made on. */
export interface NormalBundle {
  /** File names, the first one `main.js`, and their texts. */
  readonly files: ReadonlyMap<string, string>;
  /** The packages whose modules are in it, each once. */
  readonly packages: Package[];
}

/** A chunk in an import: its name with the hash the bundler gave it. */
const IMPORTED = /(["'])\.\/([\w.-]+\.js)\1/g;
const HASH = /-[A-Z0-9]{8}\.js$/;

/**
 * The bundler notes the path of each module, relative to the working directory, and names chunks after a hash of that.
 * Here packages are noted by name and version, and chunks are numbered in the order in which they are first imported.
 *
 * @param chunks file names and texts as the bundler wrote them, `main.js` among them.
 * @param cache the folder of cached npm packages as the bundler writes it: relative to the working directory, with `/`.
 */
export function normaliseBundle(chunks: ReadonlyMap<string, string>, cache: string): NormalBundle {
  const found = new Map<string, Package>();
  const note = (text: string): string =>
    text.replaceAll(modulePath(cache), (_, name: string, version: string) => {
      found.set(`${name}@${version}`, { name, version });
      return `npm:${name}@${version}/`;
    });
  const names = new Map([["main.js", "main.js"]]);
  const taken = new Map<string, number>();
  const files = new Map<string, string>();
  // A map hands out what is added while it is walked.
  for (const [original, name] of names) {
    const text = chunks.get(original);
    if (text === undefined) throw new Error(`The bundle has no ${original}.`);
    files.set(
      name,
      note(text).replaceAll(IMPORTED, (whole, quote: string, imported: string) => {
        if (!chunks.has(imported)) return whole;
        if (!names.has(imported)) names.set(imported, freshName(imported, taken));
        return `${quote}./${names.get(imported)}${quote}`;
      }),
    );
  }
  return { files, packages: [...found.values()] };
}

function freshName(original: string, taken: Map<string, number>): string {
  const stem = original.replace(HASH, "");
  const count = (taken.get(stem) ?? 0) + 1;
  taken.set(stem, count);
  return `${stem}_${count}.js`;
}

/** Matches the beginning of a path into a cached package, whatever the registry. */
function modulePath(cache: string): RegExp {
  const start = RegExp.escape(cache);
  return new RegExp(`${start}/[^/"\\s]+/((?:@[^/"\\s]+/)?[^/"\\s]+)/([^/"\\s]+)/`, "g");
}
