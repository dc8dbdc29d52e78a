import assert from "node:assert/strict";
import { packContext, type PackOutcome, type PackRequest, type Possession } from "../../src/packer/mod.ts";
import { answerOrRefusal, anyRequest, chooser, files, raw } from "./_cases.ts";
import { sampleRequest } from "./sample_source.ts";

/** What a session holds after some answers. */
function holding(...answers: readonly PackOutcome[]): Possession {
  return {
    seen: new Set(answers.flatMap((answer) => answer.deliveredReceipts)),
    known: new Map(),
    delivered: answers.flatMap((answer) => answer.deliveredRanges),
  };
}

/** Everything an answer delivers, as comparable names. */
function delivered({ result, deliveredRanges }: PackOutcome): Set<string> {
  const lines = deliveredRanges.flatMap(({ path, ranges }) =>
    ranges.flatMap(([start, end]) =>
      Array.from({ length: end - start + 1 }, (_, i) => `${path}:${start + i}`)
    )
  );
  const receipts = result.results.flatMap((item) => [
    ...(item.receipt === undefined ? [] : [item.receipt]),
    ...(item.symbols ?? []).map((symbol) => symbol.receipt!),
  ]);
  return new Set([...lines, ...receipts]);
}

Deno.test("what a session holds changes no byte of an answer that would not have sent it", async () => {
  const next = chooser(5);
  let strange = 0;
  let matching = 0;
  for (let i = 0; i < 150; i++) {
    const budgets = next(3) > 0 ? { response: 900 + next(2500) } : {};
    const detail = (["slices", "outline", "paths"] as const)[next(3)]!;
    const held = await answerOrRefusal(anyRequest(next, { detail, budgets, top: 3, memories: [] }));
    const request = anyRequest(next, { detail, budgets, memories: [] });
    const plain = await answerOrRefusal(request);
    if (held instanceof Error || plain instanceof Error) continue;
    const sent = delivered(plain);
    const repeats = [...delivered(held)].filter((name) => sent.has(name));
    const again = await answerOrRefusal({ ...request, possession: holding(held) });
    assert.ok(!(again instanceof Error));
    if (repeats.length === 0) {
      strange++;
      assert.equal(again.document, plain.document, `case ${i}`);
    } else {
      matching++;
      assert.ok(again.result.reused_count > 0, `case ${i}`);
      const before = delivered(held);
      for (const name of delivered(again)) assert.ok(!before.has(name), `case ${i}: ${name} was sent again`);
    }
  }
  assert.ok(strange > 10 && matching > 10, `${strange} strange, ${matching} matching`);
});

Deno.test("a file that is held whole but ranked too low to be sent changes no byte", async () => {
  for (const detail of ["paths", "slices", "outline"] as const) {
    const base = sampleRequest(files, "budget token file", { meter: raw, detail, top: 2 });
    const plain = await packContext(base);
    const last = base.ranking.candidates.at(-1)!;
    const known = new Map([[last.path, last.contentHash.slice(0, 12)]]);
    const claimed = await packContext({ ...base, possession: { seen: new Set(), known, delivered: [] } });
    assert.equal(claimed.document, plain.document);
  }
});

Deno.test("in a long session nothing is sent twice, and rendering stays bounded", async () => {
  const next = chooser(29);
  const answers: PackOutcome[] = [];
  const sent = new Set<string>();
  let most = 0;
  const ask = (query: string, given: Partial<PackRequest> = {}): PackRequest =>
    sampleRequest(files, query, { meter: raw, budgets: { response: 2000 }, ...given });
  const words = "budget receipt span segment session symbol range held draft file line path".split(" ");
  for (let i = 0; i < 25; i++) {
    const query = `${words[next(words.length)]} ${words[next(words.length)]}`;
    const answer = await packContext(ask(query, { possession: holding(...answers) }));
    assert.ok(answer.responseTokens <= 2000);
    assert.ok(answer.renders <= 20, `${answer.renders} renders`);
    for (const name of delivered(answer)) {
      assert.ok(!sent.has(name), `${name} was sent twice`);
      sent.add(name);
    }
    const { content_tokens, reused, reused_count, reused_omitted = 0 } = answer.result;
    if (answer.result.count > 0) {
      assert.ok(content_tokens > 650, `${content_tokens} beside ${reused.length} names`);
    }
    assert.equal(reused.length + reused_omitted, reused_count);
    most = Math.max(most, reused_count);
    answers.push(answer);
  }
  assert.ok(most > 8, `${most} units acknowledged at once`);
});

Deno.test("the copy of a copy names the one that the answer holds, not the one that the client does", async () => {
  const triplets = [...files, ...["copy/a.ts", "copy/b.ts"].map((path) => ({ ...files[0]!, path }))];
  const base = sampleRequest(triplets, files[0]!.path.replace(/\W+/g, " "), { meter: raw, top: 50 });
  const same = base.ranking.candidates.filter(({ contentHash }) => contentHash === files[0]!.hash);
  const [first, second, third] = same.map(({ path }) => path);
  const known = new Map([[first!, files[0]!.hash]]);
  for (const budgets of [{}, { response: 60_000 }]) {
    const request = { ...base, budgets, possession: { seen: new Set<string>(), known, delivered: [] } };
    const { result } = await packContext(request);
    const copies = result.results.filter(({ path }) => same.some((candidate) => candidate.path === path));
    assert.deepEqual(copies.map(({ path, duplicate_of }) => [path, duplicate_of]), [
      [second, undefined],
      [third, second],
    ]);
  }
});
