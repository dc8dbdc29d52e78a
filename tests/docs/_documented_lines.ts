/** The command lines that the documentation shows, and how each is meant to run. */

/** How the lines of one block run. */
export type Mode =
  /** In the indexed demo repository, after the lines before it. */
  | "indexed"
  /** In the demo repository as it was cloned: no configuration, no index. */
  | "new"
  /** With the flags of the runtime that the line names, in a process of its own. */
  | "process"
  /** Not at all, for the reason that the page gives. */
  | "skipped";

/** One command line. */
export interface DocumentedLine {
  readonly line: string;
  /** Line in the page, 1-based. */
  readonly at: number;
  readonly mode: Mode;
}

/** What may stand in a comment before a block. */
const DIRECTIVES: readonly [pattern: RegExp, mode: Mode][] = [
  [/^new repository$/, "new"],
  [/^as a process$/, "process"],
  [/^not, .{10,}$/, "skipped"],
];

/**
 * The lines of all `sh` blocks of a page. `<!-- run: new repository -->` starts a repository that stays for the rest of
 * the page; the other directives count for the next block.
 *
 * @throws {Error} for a directive that means nothing.
 */
export function documentedLines(page: string): DocumentedLine[] {
  const found: DocumentedLine[] = [];
  let fence: { readonly mark: string; readonly isShell: boolean } | undefined;
  let place: Mode = "indexed";
  let once: Mode | undefined;
  let continued = "";
  for (const [i, text] of page.split("\n").entries()) {
    const opening = /^\s*(`{3,})\s*(\w*)/.exec(text);
    if (fence !== undefined) {
      if (opening !== null && opening[2] === "" && opening[1]!.length >= fence.mark.length) {
        fence = undefined;
        once = undefined;
      } else if (fence.isShell && text.trim() !== "" && !text.trim().startsWith("#")) {
        const line = continued + text.trim();
        continued = line.endsWith("\\") ? `${line.slice(0, -1).trimEnd()} ` : "";
        if (continued === "") found.push({ line, at: i + 1, mode: once ?? place });
      }
    } else if (opening !== null) {
      fence = { mark: opening[1]!, isShell: ["sh", "bash", "shell"].includes(opening[2]!) };
    } else {
      const directive = /^<!-- run: (.+) -->$/.exec(text.trim());
      if (directive === null) continue;
      const known = DIRECTIVES.find(([pattern]) => pattern.test(directive[1]!));
      if (known === undefined) {
        throw new Error(`Line ${i + 1}: "${directive[1]}" says nothing about running.`);
      }
      if (known[1] === "new") place = "new";
      else once = known[1];
    }
  }
  return found;
}
