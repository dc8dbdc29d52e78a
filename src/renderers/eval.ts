/** `eval` in any format. Text and Markdown hold the same table and the same sentences. */
import {
  type EvalAblation,
  type EvalDifference,
  type EvalFigures,
  type EvalInterval,
  type EvalResult,
  type EvalSuggestion,
  type EvalTask,
  roundScore,
  type SignalWeights,
} from "../model/mod.ts";
import { document, flag, jsonText, list, map, number, record, score, texts } from "./_json.ts";
import { grouped, plural, sortedNames } from "./_labels.ts";
import { code, prose, tableHead, tableRow } from "./_markdown.ts";
import { visible } from "../text/mod.ts";
import { type Format, formatted } from "./format.ts";

const figuresJson = record<EvalFigures>({
  mrr: score,
  recall_at_1: score,
  recall_at_5: score,
  recall_at_10: score,
  recall_at_20: score,
  all_files_at_5: score,
  lines: score,
});
const intervalJson = record<EvalInterval>({ low: score, high: score });
const differenceJson = record<EvalDifference>({ mean: score, low: score, high: score });
const weightsJson = record<SignalWeights>({
  fts: number,
  symbol: number,
  graph: number,
  path: number,
  history: number,
});

const json = document<EvalResult>({
  schema_version: number,
  command: jsonText,
  head: jsonText,
  commits: number,
  top: number,
  budget: number,
  token_profile: jsonText,
  weights: weightsJson,
  examined: number,
  skipped: map(number) as (skipped: EvalResult["skipped"]) => string | undefined,
  shallow: flag,
  count: number,
  naming: number,
  mrr_not_naming: score,
  figures: figuresJson,
  mrr_interval: intervalJson,
  ablations: list(record<EvalAblation>({
    signal: jsonText,
    changed: number,
    figures: figuresJson,
    mrr_difference: differenceJson,
    lines_difference: differenceJson,
  })),
  suggestion: record<EvalSuggestion>({
    advice: jsonText,
    weights: weightsJson,
    varied: texts,
    combinations: number,
    folds: number,
    gain: differenceJson,
    fitted_gain: score,
  }),
  tasks: list(record<EvalTask>({
    commit: jsonText,
    task: jsonText,
    files: list(record<EvalTask["files"][number]>({ path: jsonText, rank: number })),
    lines: number,
    lines_found: number,
  })),
});

/** Digits of an object name that people read. */
const SHORT = 7;
/** Tasks without any file in the answer that are shown; JSON has them all. */
const MOST_SHOWN = 10;

/** A share with three decimals. */
function share(value: number): string {
  return roundScore(value).toFixed(3);
}

/** A difference with three decimals and a sign, where it has one. */
function signed(value: number): string {
  const text = share(value);
  return Number(text) === 0 ? "0.000" : value > 0 ? `+${text}` : text;
}

function between({ low, high }: EvalInterval): string {
  return `${signed(low)} to ${signed(high)}`;
}

/** Titles and rows of the table of figures. */
function table({ top, budget, figures, ablations, token_profile }: EvalResult): [string[], string[][]] {
  const { recall_at_10, recall_at_20 } = figures;
  const titles = [
    "signals",
    "MRR",
    "recall@1",
    "@5",
    ...recall_at_10 === undefined ? [] : ["@10"],
    ...recall_at_20 === undefined ? [] : ["@20"],
    "all in 5",
    `lines in ${grouped(budget)}${token_profile === undefined ? "" : ` ${token_profile}`}`,
    `lists of ${top} changed`,
  ];
  const row = (
    name: string,
    { mrr, recall_at_1, recall_at_5, ...rest }: EvalFigures,
    changed: string,
  ): string[] => [
    name,
    ...[mrr, recall_at_1, recall_at_5].map(share),
    ...[rest.recall_at_10, rest.recall_at_20].flatMap((value) => value === undefined ? [] : [share(value)]),
    share(rest.all_files_at_5),
    share(rest.lines),
    changed,
  ];
  return [titles, [
    row("all", figures, ""),
    ...ablations.map(({ signal, figures, changed }) => row(`without ${signal}`, figures, String(changed))),
  ]];
}

/** What was replayed. */
function facts(result: EvalResult): string[] {
  const { count, commits, examined, head, naming, mrr_not_naming, shallow, skipped } = result;
  const reasons = sortedNames(skipped)
    .map((reason) => `${skipped[reason as keyof typeof skipped]} ${visible(reason)}`);
  return [
    `${plural(count, "commit")} up to ${
      head.slice(0, SHORT)
    }, each asked in the words of its subject before it was made`,
    `looked at ${plural(examined, "commit")}; left out: ${reasons.join(", ") || "none"}`,
    ...count < commits ? [`${commits} were asked for: there are no more that can be replayed`] : [],
    `${naming} of ${plural(count, "subject")} name a file to be found` +
    (naming === 0 || mrr_not_naming === undefined ? "" : `; MRR of the others: ${share(mrr_not_naming)}`),
    ...shallow ? ["the clone is shallow: the history signal knows less than it would"] : [],
  ];
}

/** What each signal adds, and how sure that is. */
function findings({ count, mrr_interval, figures, ablations }: EvalResult): string[] {
  return [
    `MRR ${share(figures.mrr)}, 95 % interval ${share(mrr_interval.low)} to ${share(mrr_interval.high)}`,
    ...ablations.map(({ signal, changed, mrr_difference: mrr, lines_difference: lines }) =>
      changed === 0 && mrr.low === 0 && mrr.high === 0 && lines.low === 0 && lines.high === 0
        ? `without ${signal}: nothing changes on these ${plural(count, "commit")}`
        : `without ${signal}: MRR ${signed(mrr.mean)} (${between(mrr)}), ${verdict(mrr)}; ` +
          `lines ${signed(lines.mean)} (${between(lines)}), ${verdict(lines)}`
    ),
  ];
}

/** Whether a change of the figures is more than chance, as far as the shown digits tell, for the signal taken away. */
function verdict({ low, high }: EvalInterval): string {
  return Number(share(high)) < 0 ? "so it helps" : Number(share(low)) > 0 ? "so it harms" : "within noise";
}

function advice(
  { advice, combinations, fitted_gain, folds, gain, varied, weights }: EvalSuggestion,
): string[] {
  if (varied.length === 0) return ["Keep the weights: no other signal bears on these commits."];
  const tried = `${combinations} combinations of ${varied.join(", ")}`;
  if (fitted_gain === 0) return [`Keep the weights: none of ${tried} finds these commits better.`];
  const facts = [
    `${tried}: chosen on ${folds - 1} of ${folds} parts of the commits and measured on the part left out, ` +
    `others gain ${signed(gain.mean)} MRR (${between(gain)})`,
    `best on all of these commits, with ${
      signed(fitted_gain)
    } MRR on the very commits they were chosen by: ` +
    JSON.stringify(weights),
  ];
  return advice === "change"
    ? [
      "Other weights do better here, and more than by chance.",
      ...facts,
      "To use them, set ranking.weights in repoctx.config.json.",
    ]
    : ["Keep the weights: what others gain is within noise.", ...facts];
}

/** Tasks of which no file is in the answer. */
function notFound({ tasks }: EvalResult): { shown: EvalTask[]; omitted: number } {
  const lost = tasks.filter(({ files }) => files.every(({ rank }) => rank === undefined));
  return { shown: lost.slice(0, MOST_SHOWN), omitted: Math.max(0, lost.length - MOST_SHOWN) };
}

function text(result: EvalResult): string {
  const [titles, rows] = table(result);
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => all.reduce((most, row) => Math.max(most, row[column]!.length), 0));
  const lines = all.map((row) =>
    "  " + row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))
      .join("  ").trimEnd()
  );
  const { shown, omitted } = notFound(result);
  const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join("\n");
  return [
    `Replayed\n${indented(facts(result))}`,
    lines.join("\n"),
    `Signals\n${indented(findings(result))}`,
    ...result.suggestion === undefined ? [] : [`Weights\n${indented(advice(result.suggestion))}`],
    ...shown.length === 0 ? [] : [
      `No file in the first ${result.top}\n${
        indented([
          ...shown.map(({ commit, task }) => `${commit.slice(0, SHORT)} ${visible(task)}`),
          ...omitted === 0 ? [] : [`and ${omitted} more`],
        ])
      }`,
    ],
  ].join("\n\n");
}

function markdown(result: EvalResult): string {
  const [titles, rows] = table(result);
  const { shown, omitted } = notFound(result);
  const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  return [
    "# Replayed commits",
    bullets(facts(result)),
    [tableHead(titles), ...rows.map(tableRow)].join("\n"),
    `## Signals\n\n${bullets(findings(result))}`,
    ...result.suggestion === undefined ? [] : [`## Weights\n\n${bullets(advice(result.suggestion))}`],
    ...shown.length === 0 ? [] : [
      `## No file in the first ${result.top}\n\n${
        bullets([
          ...shown.map(({ commit, task }) => `${code(commit.slice(0, SHORT))} ${prose(task)}`),
          ...omitted === 0 ? [] : [`and ${omitted} more`],
        ])
      }`,
    ],
  ].join("\n\n");
}

/** Renders the figures of a replay. */
export const renderEval: (result: EvalResult, format: Format) => string = formatted({
  json,
  md: markdown,
  text,
});
