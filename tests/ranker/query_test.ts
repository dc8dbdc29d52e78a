import assert from "node:assert/strict";
import { analyzeQuery, reportedTerms } from "../../src/ranker/mod.ts";
import { indexTerms } from "../../src/text/mod.ts";

Deno.test("reported terms drop stop words and repeats and take synonyms in", () => {
  assert.deepEqual(reportedTerms("How do I fix the retry, the Retry delay?", {}), ["fix", "retry", "delay"]);
  assert.deepEqual(reportedTerms("zahlung prüfen", { zahlung: ["payment", "billing run"] }), [
    "zahlung",
    "payment",
    "billing",
    "run",
    "prüfen",
  ]);
  assert.deepEqual(reportedTerms("constructor", {}), ["constructor"]);
});

Deno.test("a synonym may be an identifier, and brings its parts", () => {
  const { terms } = analyzeQuery("zahlung", { zahlung: ["BillingRun"] });
  assert.deepEqual([...terms.keys()], ["zahlung", "billingrun", "bill", "run"]);
  assert.ok(terms.get("zahlung")! > terms.get("billingrun")! && terms.get("billingrun")! > terms.get("run")!);
});

Deno.test("what a task is about stands in its first line", () => {
  const { subject, terms } = analyzeQuery("  retry twice\n\n- [x] tests\n- [ ] docs", {});
  assert.deepEqual([...subject], indexTerms("retry twice"));
  assert.ok(terms.has("test"));
});

Deno.test("subject words weigh most, task words less, question words next to nothing", () => {
  const { terms } = analyzeQuery("where should we fix the retry", {});
  const weight = (term: string) => terms.get(term) ?? 0;
  assert.equal(weight("retry"), 1);
  assert.ok(weight("fix") < 0.5 && weight("fix") > weight("where"));
  assert.ok(weight("where") < 0.1);
});

Deno.test("words that stand side by side are sought as one identifier too", () => {
  const { terms } = analyzeQuery("keep the source map of modules", {});
  assert.ok(terms.has("sourcemap"));
  assert.ok(!terms.has("mapmodules"), "a stop word stands between");
});

Deno.test("identifiers, places and scopes are recognised in free text", () => {
  const query = analyzeQuery("css: crash in parseUrl at src/http/client.ts:42", {});
  assert.ok(query.identifiers.has("parseurl"));
  assert.deepEqual(query.places, [{ path: "src/http/client.ts", line: 42 }]);
  assert.deepEqual([...query.scope], ["css"]);
  assert.deepEqual([...analyzeQuery("fix(build-tools): cache", {}).scope], ["build", "tool"]);
  assert.deepEqual([...analyzeQuery("perf: cache", {}).scope], [], "a type of change is no scope");
  assert.deepEqual(analyzeQuery("version 2.0.1, e.g. this", {}).places, []);
});

Deno.test("a pasted log does not grow without bound", () => {
  const words = Array.from({ length: 5000 }, (_, i) => `word${i}`).join(" ");
  assert.ok(analyzeQuery(words, {}).terms.size <= 60);
  assert.ok(analyzeQuery("at a.ts:1\n".repeat(1000), {}).places.length <= 20);
});

Deno.test("a question without letters has no terms", () => {
  assert.equal(analyzeQuery("?! … 🙂", {}).terms.size, 0);
});
