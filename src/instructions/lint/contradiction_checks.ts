/** Contradictions that fixed rules can see: two files on one chain, or one file, that ask for different things. */
import { blankFences } from "../markdown_code.ts";
import { contains, parentPath } from "../paths.ts";
import type { FindingList, LintedFile, LintScope } from "./finding_list.ts";

/** A matter of which one choice is made. */
interface Matter {
  name: string;
  /** Finds a choice; the first group that matched names it. */
  pattern: RegExp;
}

const DEMAND = "(?:use|uses|using|prefer|run|install with|indent with|indentation:?)(?: only| the)?";

const MATTERS: readonly Matter[] = [
  { name: "package manager", pattern: new RegExp(`\\b${DEMAND} \`?(npm|pnpm|yarn|bun)\\b`, "gi") },
  { name: "indentation", pattern: new RegExp(`\\b${DEMAND}(?: \\w+)? (tabs|spaces)\\b`, "gi") },
  { name: "quotes", pattern: new RegExp(`\\b${DEMAND} (single|double)[ -]quotes\\b`, "gi") },
];

/** What turns a demand into its opposite. */
const NEGATION = /(?:\bnot|\bnever|n['’]t|\bavoid|\binstead of|\brather than|\bno longer|\bif you)[ `*_]*$/i;

interface Demand {
  matter: string;
  choice: string;
  path: string;
  directory: string;
  line: number;
}

/** Reports the deeper or later demand of each contradiction. Rules with a scope contradict nobody by design. */
export function checkContradictions(scope: LintScope, list: FindingList): void {
  const demands = scope.files
    .filter(({ kind, link }) => kind === "instructions" && !link)
    .flatMap(demandsOf);
  for (const [index, demand] of demands.entries()) {
    const earlier = demands.slice(0, index).filter(({ matter, directory }) =>
      matter === demand.matter &&
      (contains(directory, demand.directory, "posix") || contains(demand.directory, directory, "posix"))
    );
    const [other] = earlier;
    // Who repeats what stands further up is not the one who contradicts.
    if (other === undefined || earlier.some(({ choice }) => choice === demand.choice)) continue;
    const detail = `${demand.matter}: ${demand.choice} here, ${other.choice} in ${other.path}:${other.line}`;
    list.add("contradiction", "warning", demand.path, detail, { line: demand.line });
  }
}

/** The first demand for each choice in a file. */
function demandsOf({ path, text }: LintedFile): Demand[] {
  const demands: Demand[] = [];
  const directory = parentPath(`/${path}`, "posix");
  for (const [index, line] of blankFences(text).split("\n").entries()) {
    for (const { name, pattern } of MATTERS) {
      for (const match of line.matchAll(pattern)) {
        if (NEGATION.test(line.slice(Math.max(0, match.index - 24), match.index))) continue;
        const choice = (match[1] as string).toLowerCase();
        if (demands.some((demand) => demand.matter === name && demand.choice === choice)) continue;
        demands.push({ matter: name, choice, path, directory, line: index + 1 });
      }
    }
  }
  return demands;
}
