import assert from "node:assert/strict";
import type { EvalFigures, EvalResult } from "../../src/model/mod.ts";
import { render } from "../../src/renderers/all.ts";
import { assertValid, readSchema } from "../schemas.ts";

const WEIGHTS = { fts: 0.4, symbol: 0.3, graph: 0.2, path: 0.1, history: 0.3 };
const FIGURES: EvalFigures = {
  mrr: 0.61234,
  recall_at_1: 0.25,
  recall_at_5: 0.5,
  recall_at_10: 0.75,
  recall_at_20: 0.8,
  all_files_at_5: 0.4,
  lines: 0.333333,
};
const NOTHING = { mean: 0, low: 0, high: 0 };

const FULL: EvalResult = {
  schema_version: 3,
  command: "eval",
  head: "0123456789abcdef0123456789abcdef01234567",
  commits: 50,
  top: 20,
  budget: 12000,
  token_profile: "claude",
  weights: WEIGHTS,
  examined: 90,
  skipped: { "no-source": 30, merge: 18 },
  shallow: true,
  count: 42,
  naming: 12,
  mrr_not_naming: 0.5,
  figures: FIGURES,
  mrr_interval: { low: 0.5, high: 0.72 },
  ablations: [
    {
      signal: "fts",
      changed: 42,
      figures: { ...FIGURES, mrr: 0.4 },
      mrr_difference: { mean: -0.21234, low: -0.3, high: -0.1 },
      lines_difference: { mean: 0.02, low: 0.01, high: 0.03 },
    },
    { signal: "symbol", changed: 3, figures: FIGURES, mrr_difference: NOTHING, lines_difference: NOTHING },
    { signal: "graph", changed: 0, figures: FIGURES, mrr_difference: NOTHING, lines_difference: NOTHING },
    {
      signal: "path",
      changed: 9,
      figures: FIGURES,
      mrr_difference: { mean: -0.01, low: -0.03, high: -0.0001 },
      lines_difference: NOTHING,
    },
    { signal: "history", changed: 40, figures: FIGURES, mrr_difference: NOTHING, lines_difference: NOTHING },
  ],
  suggestion: {
    advice: "change",
    weights: { ...WEIGHTS, history: 0.6 },
    varied: ["symbol", "history"],
    combinations: 16,
    folds: 5,
    gain: { mean: 0.04, low: 0.01, high: 0.08 },
    fitted_gain: 0.05,
  },
  tasks: [
    {
      commit: "89abcdef0123456789abcdef0123456789abcdef",
      task: "Keep <b>order\u202e",
      files: [{ path: "src/a.ts" }],
      lines: 4,
      lines_found: 0,
    },
    {
      commit: "79abcdef0123456789abcdef0123456789abcdef",
      task: "Found",
      files: [{ path: "src/b.ts", rank: 3 }, { path: "src/c.ts" }],
      lines: 4,
      lines_found: 2,
    },
  ],
};

const { token_profile: _profile, shallow: _shallow, suggestion: _suggestion, mrr_not_naming: _mrr, ...rest } =
  FULL;
const { recall_at_10: _ten, recall_at_20: _twenty, ...shortFigures } = FIGURES;
const SMALL: EvalResult = {
  ...rest,
  commits: 1,
  top: 5,
  count: 1,
  naming: 1,
  examined: 1,
  skipped: {},
  figures: shortFigures,
  ablations: FULL.ablations.map((ablation) => ({ ...ablation, figures: shortFigures })),
  tasks: FULL.tasks.slice(1),
};

Deno.test("the JSON is valid, in order, rounded, and the full one shows every member", () => {
  for (const result of [FULL, SMALL]) assertValid("eval", JSON.parse(render(result, "json")));
  const shown = JSON.parse(render(FULL, "json"));
  assert.deepEqual(Object.keys(shown), Object.keys(readSchema("eval").properties!));
  assert.equal(shown.figures.mrr, 0.6123);
  assert.deepEqual(shown.skipped, { merge: 18, "no-source": 30 });
});

Deno.test("the text says what was replayed, shows the figures and calls chance by its name", () => {
  assert.equal(
    render(FULL, "text"),
    `
Replayed
  42 commits up to 0123456, each asked in the words of its subject before it was made
  looked at 90 commits; left out: 18 merge, 30 no-source
  50 were asked for: there are no more that can be replayed
  12 of 42 subjects name a file to be found; MRR of the others: 0.500
  the clone is shallow: the history signal knows less than it would

  signals            MRR  recall@1     @5    @10    @20  all in 5  lines in 12,000 claude  lists of 20 changed
  all              0.612     0.250  0.500  0.750  0.800     0.400                   0.333
  without fts      0.400     0.250  0.500  0.750  0.800     0.400                   0.333                   42
  without symbol   0.612     0.250  0.500  0.750  0.800     0.400                   0.333                    3
  without graph    0.612     0.250  0.500  0.750  0.800     0.400                   0.333                    0
  without path     0.612     0.250  0.500  0.750  0.800     0.400                   0.333                    9
  without history  0.612     0.250  0.500  0.750  0.800     0.400                   0.333                   40

Signals
  MRR 0.612, 95 % interval 0.500 to 0.720
  without fts: MRR -0.212 (-0.300 to -0.100), so it helps; lines +0.020 (+0.010 to +0.030), so it harms
  without symbol: MRR 0.000 (0.000 to 0.000), within noise; lines 0.000 (0.000 to 0.000), within noise
  without graph: nothing changes on these 42 commits
  without path: MRR -0.010 (-0.030 to 0.000), within noise; lines 0.000 (0.000 to 0.000), within noise
  without history: MRR 0.000 (0.000 to 0.000), within noise; lines 0.000 (0.000 to 0.000), within noise

Weights
  Other weights do better here, and more than by chance.
  16 combinations of symbol, history: chosen on 4 of 5 parts of the commits and measured on the part left out, others gain +0.040 MRR (+0.010 to +0.080)
  best on all of these commits, with +0.050 MRR on the very commits they were chosen by: {"fts":0.4,"symbol":0.3,"graph":0.2,"path":0.1,"history":0.6}
  To use them, set ranking.weights in repoctx.config.json.

No file in the first 20
  89abcde Keep <b>order\\u202e`.slice(1),
  );
});

Deno.test("Markdown holds the same, and a subject cannot break out of it", () => {
  const document = render(FULL, "md");
  assert.match(document, /^# Replayed commits\n\n- 42 commits up to 0123456/);
  assert.match(document, /\n\| without history \| 0\.612 \|/);
  assert.match(document, /\n## Weights\n\n- Other weights do better/);
  assert.match(document, /\n- `89abcde` Keep \\<b>order\\u202e$/);
});

Deno.test("short answers have fewer columns, and what is not known is not spoken of", () => {
  const document = render(SMALL, "text");
  assert.match(
    document,
    /\n {2}signals +MRR {2}recall@1 +@5 {2}all in 5 {2}lines in 12,000 {2}lists of 5 changed\n/,
  );
  assert.match(document, /1 commit up to/);
  assert.match(document, /left out: none\n/);
  assert.match(document, /1 of 1 subject name a file to be found\n/);
  assert.doesNotMatch(document, /shallow|Weights|No file|asked for/);
});

Deno.test("advice is honest in each case", () => {
  const advice = (changes: Partial<NonNullable<EvalResult["suggestion"]>>): string =>
    render({ ...FULL, suggestion: { ...FULL.suggestion!, ...changes } }, "md");
  assert.match(
    advice({ advice: "keep" }),
    /- Keep the weights: what others gain is within noise\.\n- 16 comb/,
  );
  assert.match(advice({ advice: "keep", fitted_gain: 0 }), /- Keep the weights: none of 16 combinations of/);
  assert.match(advice({ advice: "keep", varied: [] }), /- Keep the weights: no other signal bears on these/);
});
