import assert from "node:assert/strict";
import { packContext, type PackRequest } from "../../src/packer/mod.ts";
import { answerOrRefusal, anyRequest, chooser, files, raw } from "./_cases.ts";
import { sampleRequest } from "./sample_source.ts";

Deno.test("no answer charges more work or implies more reads than it may, whatever else is asked", async () => {
  const next = chooser(3);
  let full = 0;
  for (let i = 0; i < 240; i++) {
    const charged = next(3) > 0 ? 100 + next(60) ** 2 : undefined;
    const reads = next(3) > 0 ? 200 + next(80) ** 2 : undefined;
    const response = next(2) > 0 ? 600 + next(60) ** 2 : undefined;
    const earlier = anyRequest(next, { memories: [], budgets: { response: 1500 } });
    const first = next(3) === 0 ? await answerOrRefusal(earlier) : undefined;
    const request = anyRequest(next, {
      budgets: {
        ...(charged === undefined ? {} : { chargedWork: charged }),
        ...(reads === undefined ? {} : { projectedReads: reads }),
        ...(response === undefined ? {} : { response }),
      },
      ...(first && !(first instanceof Error)
        ? {
          possession: {
            seen: new Set(first.deliveredReceipts),
            known: new Map(),
            delivered: first.deliveredRanges,
          },
        }
        : {}),
    });
    const answer = await answerOrRefusal(request);
    if (answer instanceof Error) continue;
    const { result } = answer;
    const memories = (result.memories ?? []).reduce((sum, memory) => sum + memory.estimated_tokens!, 0);
    assert.ok(
      result.estimated_tokens + memories <= (charged ?? Infinity),
      `case ${i}: ${result.estimated_tokens} of ${charged}`,
    );
    assert.ok(
      result.projected_read_tokens <= (reads ?? Infinity),
      `case ${i}: ${result.projected_read_tokens} of ${reads}`,
    );
    assert.ok(answer.responseTokens <= (response ?? Infinity));
    if (charged !== undefined && result.estimated_tokens > charged * 0.8) full++;
  }
  assert.ok(full > 30, `${full} answers used their budget`);
});

Deno.test("an item is charged for its lines and its frame, once", async () => {
  const request = sampleRequest(files, "segment range held", { meter: raw, budgets: { chargedWork: 3000 } });
  const { result } = await packContext(request);
  for (const item of result.results) {
    const content = item.spans!.reduce(
      (sum, span) => sum + raw.count(JSON.stringify(span.text).slice(1, -1)),
      0,
    );
    assert.equal(item.content_tokens, content);
    const frame = 40 + raw.count(item.path) + raw.count(item.reasons.join(","));
    assert.equal(item.estimated_tokens, content + frame);
  }
});

Deno.test("a budget for work or reads that nothing fits gives an empty answer, not a refusal", async () => {
  const cases: Partial<PackRequest>[] = [
    { budgets: { chargedWork: 5 } },
    { budgets: { chargedWork: 5, response: 4000 } },
    { budgets: { chargedWork: 5, response: 4000 }, format: "md" },
    { budgets: { chargedWork: 5, response: 4000 }, detail: "outline" },
    { budgets: { projectedReads: 5 }, detail: "paths" },
    { budgets: { projectedReads: 5, response: 4000 }, detail: "paths" },
  ];
  for (const given of cases) {
    const request = sampleRequest(files, "budget token file", { meter: raw, ...given });
    const { result } = await packContext(request);
    assert.deepEqual(result.results, []);
    const cause = given.budgets!.chargedWork === undefined ? "projected_read_budget" : "budget_tokens";
    assert.ok(result.omitted! > 0);
    assert.ok(result.omitted_by![cause]! > 0, JSON.stringify(result.omitted_by));
  }
});

Deno.test("a refusal names a budget that works under all other budgets too", async () => {
  const next = chooser(19);
  let refused = 0;
  for (let i = 0; i < 300; i++) {
    const request = anyRequest(next, {
      budgets: {
        response: 60 + next(500),
        ...(next(2) > 0 ? { chargedWork: 20 + next(900) } : {}),
        ...(next(3) > 0 ? {} : { projectedReads: 100 + next(3000) }),
      },
    });
    const answer = await answerOrRefusal(request);
    if (!(answer instanceof Error)) continue;
    refused++;
    const retry = Number(/retry_budget_tokens=(\d+)/.exec(answer.message)![1]);
    assert.ok(retry > request.budgets.response!, answer.message);
    const again = await packContext({ ...request, budgets: { ...request.budgets, response: retry } });
    assert.ok(again.responseTokens <= retry);
  }
  assert.ok(refused > 50, `${refused} refused`);
});

Deno.test("the best file delivers lines whenever a weaker one does", async () => {
  const next = chooser(23);
  let small = 0;
  for (let i = 0; i < 200; i++) {
    const request = anyRequest(next, { detail: "slices", budgets: { response: 450 + next(700) } });
    const answer = await answerOrRefusal(request);
    if (answer instanceof Error || answer.result.results.length === 0) continue;
    assert.equal(answer.result.results[0]!.path, request.ranking.candidates[0]!.path, `case ${i}`);
    assert.ok(answer.result.results[0]!.spans!.length > 0);
    if (answer.result.results[0]!.content_tokens < 100) small++;
  }
  assert.ok(small > 10, `${small} had room for a part only`);
});

Deno.test("how many of the best ranges were left out is told only where telling displaces nothing", async () => {
  const ask = async (budgets: PackRequest["budgets"]) => {
    const { result } = await packContext(sampleRequest(files, "segment range held", { meter: raw, budgets }));
    return result.results.map((item) => item.spans_omitted);
  };
  assert.ok((await ask({ chargedWork: 900 })).some((omitted) => omitted! > 0));
  assert.ok((await ask({ response: 900 })).every((omitted) => omitted === undefined));
  assert.ok((await ask({})).every((omitted) => omitted === undefined));
});
