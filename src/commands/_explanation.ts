/** How an answer came about, for people who want to know: one line per candidate. */
import type { Ranking } from "../model/mod.ts";
import type { PackOutcome } from "../packer/mod.ts";

const SIGNALS = ["fts", "symbol", "graph", "path", "history"] as const;

/** Every candidate with the value of every signal, best first, and what packing took. */
export function explanation(ranking: Ranking, { renders, responseTokens }: PackOutcome): string[] {
  const terms = [...ranking.terms.weights].map(([term, weight]) => `${term} ${weight.toFixed(2)}`).join(", ");
  const rows = ranking.candidates.map(({ score, signals, named, path, reasons }, rank) => {
    let values = SIGNALS.map((signal) => `${signal} ${signals[signal].toFixed(3)}`).join("  ");
    if (named !== undefined) values += `  named ${named.toFixed(3)}`;
    return `${String(rank + 1).padStart(4)}. ${score.toFixed(4)}  ${values}  ${path}  (${
      reasons.join(", ")
    })`;
  });
  return [
    `terms by weight: ${terms || "none"}`,
    `${ranking.candidates.length} candidates, ${ranking.commits.length} resembling commits, ` +
    `${responseTokens} response tokens, ${renders} renders`,
    ...rows,
  ];
}
