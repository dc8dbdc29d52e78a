/** What a path says about the role of a file, beyond its kind. */

const AUXILIARY =
  /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|__fixtures__|playgrounds?|benchmarks?|bench|snapshots?|__snapshots__|stories|storybook|website|docs?|changelog(?:_unreleased)?|locales?|i18n|third[_-]party|vendor|vendored|external|node_modules|dist)\//i;

/** Example, fixture, documentation, template and vendored folders: rarely what a change is about. */
export function isAuxiliary(path: string): boolean {
  return AUXILIARY.test(path);
}

const VENDORED = /(?:^|\/)(?:vendor|dist|third[_-]party|node_modules)\/|\.min\.|\.generated\./i;

/** Vendored and generated paths of section 11.4 of the specification. */
export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** The last part of a path without its extensions: `src/http.client.ts` gives `http.client`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
