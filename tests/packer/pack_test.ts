import assert from "node:assert/strict";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { UsageError } from "../../src/model/mod.ts";
import { packContext, type PackRequest } from "../../src/packer/mod.ts";
import { anyRequest, chooser, files, raw } from "./_cases.ts";
import { sampleRequest } from "./sample_source.ts";

/** What an independent tokenizer says the emitted text costs. */
function independentCount(request: PackRequest, document: string): number {
  const emitted = request.surface === "cli" ? document + "\n" : document;
  return request.meter.scale(countTokens(emitted, { disallowedSpecial: new Set() }));
}

Deno.test("no answer is ever over its response budget, and a refusal names a budget that works", async () => {
  const next = chooser(7);
  let answered = 0;
  let refused = 0;
  for (let i = 0; i < 250; i++) {
    const request = anyRequest(next, {
      budgets: { response: 100 + Math.floor((next(1000) / 1000) ** 2 * 6000) },
    });
    try {
      const outcome = await packContext(request);
      const tokens = independentCount(request, outcome.document);
      assert.ok(
        tokens <= request.budgets.response!,
        `${tokens} of ${request.budgets.response}: ${request.query}`,
      );
      assert.equal(outcome.responseTokens, tokens);
      assert.ok(outcome.result.results.length <= request.top);
      assert.ok(outcome.renders <= 8, `${outcome.renders} renders`);
      answered++;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refused++;
      const retry = Number(/retry_budget_tokens=(\d+)/.exec(error.message)?.[1]);
      const again = { ...request, budgets: { response: retry } };
      const outcome = await packContext(again);
      assert.ok(independentCount(again, outcome.document) <= retry);
    }
  }
  assert.ok(answered > 100 && refused > 10, `${answered} answered, ${refused} refused`);
});

Deno.test("a budget is used, not just kept", async () => {
  for (const format of ["json", "md", "text"] as const) {
    const request = sampleRequest(files, "budget receipt span", {
      meter: raw,
      format,
      budgets: { response: 3000 },
    });
    const { responseTokens } = await packContext(request);
    assert.ok(responseTokens > 2700, `${format}: ${responseTokens} of 3000`);
  }
});

Deno.test("the same request gives the same bytes", async () => {
  const request = sampleRequest(files, "session receipt", { meter: raw, budgets: { response: 1500 } });
  assert.equal((await packContext(request)).document, (await packContext(request)).document);
});

Deno.test("delivered text is the text of the file, and no line comes twice", async () => {
  const request = sampleRequest(files, "segment range held", { meter: raw, budgets: { response: 4000 } });
  const { result } = await packContext(request);
  assert.ok(result.results.length > 0);
  for (const item of result.results) {
    const lines = files.find((file) => file.path === item.path)!.text.split("\n");
    let last = 0;
    for (const span of item.spans ?? []) {
      assert.ok(span.start_line > last);
      last = span.end_line;
      assert.equal(span.text, lines.slice(span.start_line - 1, span.end_line).join("\n"));
    }
  }
});

Deno.test("receipts that are echoed buy new evidence, again and again, and are acknowledged", async () => {
  const seen = new Set<string>();
  const lines = new Map<string, Set<number>>();
  for (let round = 0; round < 5; round++) {
    const possession = { seen: new Set(seen), known: new Map(), delivered: [] };
    const request = sampleRequest(files, "budget receipt span", {
      meter: raw,
      possession,
      budgets: { response: 1500 },
    });
    const outcome = await packContext(request);
    assert.equal(outcome.result.reused_count > 0, round > 0);
    for (const item of outcome.result.results) {
      for (const span of item.spans ?? []) {
        assert.ok(!seen.has(span.receipt));
        seen.add(span.receipt);
        const held = lines.get(item.path) ?? new Set<number>();
        lines.set(item.path, held);
        for (let line = span.start_line; line <= span.end_line; line++) {
          assert.ok(!held.has(line), `${item.path}:${line} was sent twice`);
          held.add(line);
        }
      }
    }
  }
});

Deno.test("strange receipts, strange files and wrong hashes change no byte", async () => {
  const base = sampleRequest(files, "session lock", { meter: raw });
  const plain = await packContext(base);
  const claims = await packContext({
    ...base,
    possession: {
      seen: new Set(["A".repeat(43)]),
      known: new Map([["no/such.ts", "12345678"], [plain.result.results[0]!.path, "ffffffffffff"]]),
      delivered: [{ path: "no/such.ts", hash: "123456789012", ranges: [[1, 5]] }],
    },
  });
  assert.equal(claims.document, plain.document);
});

Deno.test("a file that is held whole is acknowledged once and takes no slot", async () => {
  const base = sampleRequest(files, "session lock", { meter: raw, detail: "paths", top: 2 });
  const plain = await packContext(base);
  const [first, second] = plain.result.results;
  const known = new Map([[first!.path, first!.hash.slice(0, 8)]]);
  const { result } = await packContext({ ...base, possession: { seen: new Set(), known, delivered: [] } });
  assert.equal(result.results.length, 2);
  assert.equal(result.results[0]!.path, second!.path);
  assert.deepEqual(result.reused.map((unit) => unit.path), [first!.path]);
});

Deno.test("a copy of a delivered file is named, not sent again", async () => {
  const twins = [...files, { ...files[0]!, path: "copy/of/it.ts" }];
  const request = sampleRequest(twins, files[0]!.path.replace(/\W+/g, " "), {
    meter: raw,
    detail: "paths",
    top: 50,
  });
  const { result } = await packContext(request);
  const copy = result.results.find((item) => item.path === "copy/of/it.ts") ??
    result.results.find((item) => item.duplicate_of === "copy/of/it.ts");
  assert.ok(
    copy?.duplicate_of !== undefined || result.results.some((item) => item.duplicate_of === copy?.path),
  );
});

Deno.test("every undelivered candidate is counted once", async () => {
  for (const budget of [900, 2000, 6000]) {
    const request = sampleRequest(files, "budget token file", {
      meter: raw,
      budgets: { response: budget },
      top: 5,
    });
    const { result } = await packContext(request);
    assert.equal(result.count + (result.omitted ?? 0), request.ranking.candidates.length);
    const { nonpositive_score: _, ...by } = result.omitted_by ?? {};
    assert.equal(Object.values(by).reduce((sum, count) => sum + count, 0), result.omitted ?? 0);
  }
});

Deno.test("the projected-read budget bounds the reads that pointers imply", async () => {
  const request = sampleRequest(files, "budget token file", {
    meter: raw,
    detail: "paths",
    budgets: { projectedReads: 3000 },
  });
  const { result } = await packContext(request);
  assert.ok(result.projected_read_tokens <= 3000 && result.count > 0);
  assert.ok((result.omitted_by?.projected_read_budget ?? 0) > 0);
});

Deno.test("the legacy budget bounds the estimated tokens", async () => {
  for (const detail of ["slices", "outline", "paths"] as const) {
    const request = sampleRequest(files, "budget token file", {
      meter: raw,
      detail,
      budgets: { chargedWork: 2500 },
    });
    const { result } = await packContext(request);
    assert.ok(result.estimated_tokens <= 2500, `${detail}: ${result.estimated_tokens}`);
    assert.ok(result.count > 0);
  }
});

Deno.test("a task without usable terms is an empty success", async () => {
  const request = sampleRequest(files, "", { meter: raw, budgets: { response: 800 } });
  const { result } = await packContext(request);
  assert.equal(result.count, 0);
  assert.deepEqual(result.results, []);
});

Deno.test("the same evidence has one evidence id in every format, but another representation id", async () => {
  const json = await packContext(sampleRequest(files, "session lock", { meter: raw, detail: "paths" }));
  const core = await packContext(
    sampleRequest(files, "session lock", { meter: raw, detail: "paths", surface: "core" }),
  );
  assert.equal(json.result.evidence_id, core.result.evidence_id);
  assert.notEqual(json.result.representation_id, core.result.representation_id);
});
