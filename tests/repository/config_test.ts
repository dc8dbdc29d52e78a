import assert from "node:assert/strict";
import { RepoctxError } from "../../src/model/mod.ts";
import {
  defaultConfig,
  effectiveConfigHash,
  indexConfigHash,
  parseConfig,
  serializeConfig,
} from "../../src/repository/mod.ts";

Deno.test("missing keys get their defaults at every level, explicit empty lists stay empty", () => {
  assert.deepEqual(parseConfig("{}"), defaultConfig());
  const config = parseConfig(
    '{"exclude":[],"indexing":{"includeDocs":false},"ranking":{"weights":{"fts":1}}}',
  );
  assert.deepEqual(config.exclude, []);
  assert.equal(config.indexing.includeDocs, false);
  assert.equal(config.indexing.maxFileSizeKb, 512);
  assert.deepEqual(config.ranking.weights, { ...defaultConfig().ranking.weights, fts: 1 });
});

Deno.test("what is written is what is read", () => {
  const text = serializeConfig(defaultConfig());
  assert.ok(text.endsWith("}\n"));
  assert.deepEqual(parseConfig(text), defaultConfig());
});

Deno.test("a broken config is refused in one line that names the file and the key", () => {
  const cases: [string, RegExp][] = [
    ["{", /repoctx\.config\.json is not valid JSON/],
    ["", /not valid JSON/],
    ["null", /must hold a JSON object, not null/],
    ["[]", /not a list/],
    ['{"include":"src"}', /"include" must be a list of strings, not "src"/],
    ['{"include":[1]}', /"include"/],
    ['{"include":["/etc"]}', /"include" must be a list of paths inside the repository/],
    ['{"include":["a/../../b"]}', /"include"/],
    ['{"include":["C:\\\\x"]}', /"include"/],
    ['{"exclude":null}', /"exclude" must be a list of strings, not null/],
    ['{"indexing":null}', /"indexing" must be an object, not null/],
    ['{"indexing":{"maxFileSizeKb":-1}}', /"indexing\.maxFileSizeKb"/],
    ['{"ranking":{"weights":{"fts":-0.1}}}', /"ranking\.weights\.fts"/],
    ['{"ranking":{"weights":{"fts":1e999}}}', /"ranking\.weights\.fts"/],
    ['{"ranking":{"synonyms":{"a":"b"}}}', /"ranking\.synonyms\.a"/],
    ['{"respectGitignore":"yes"}', /"respectGitignore" must be true or false/],
    ['{"respectGlobalExcludes":1}', /"respectGlobalExcludes" must be true or false/],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => parseConfig(text), (error: unknown) => {
      assert.ok(error instanceof RepoctxError, text);
      assert.equal(error.exitCode, 1);
      assert.match(error.message, message);
      assert.ok(!error.message.includes("\n"), "one line");
      return true;
    });
  }
});

Deno.test("an unusable factor or price is switched off, unknown keys are ignored", () => {
  const config = parseConfig('{"tokens":{"factor":0},"pricing":{"inputPerMtok":-3},"future":{"x":1}}');
  assert.equal(config.tokens.factor, null);
  assert.equal(config.pricing.inputPerMtok, null);
  assert.equal(parseConfig('{"tokens":{"factor":101}}').tokens.factor, null);
  assert.equal(parseConfig('{"tokens":{"factor":1.5}}').tokens.factor, 1.5);
});

Deno.test("names that mean something to JavaScript are only names", () => {
  const config = parseConfig('{"ranking":{"synonyms":{"constructor":["factory"],"__proto__":["x"]}}}');
  assert.deepEqual(config.ranking.synonyms["constructor"], ["factory"]);
  assert.ok(Object.hasOwn(config.ranking.synonyms, "__proto__"));
});

Deno.test("include entries are written one way", () => {
  assert.deepEqual(parseConfig('{"include":["./src/","lib\\\\a","."]}').include, ["src", "lib/a", "."]);
});

Deno.test("ranking settings move the effective hash only, index settings move both, prices neither", async () => {
  const raw = { label: "o200k", factor: 1 };
  const base = defaultConfig();
  const index = await indexConfigHash(base);
  const effective = await effectiveConfigHash(base, raw);
  const ranking = { ...base, ranking: { ...base.ranking, synonyms: { a: ["b"] } } };
  assert.equal(await indexConfigHash(ranking), index);
  assert.notEqual(await effectiveConfigHash(ranking, raw), effective);
  const scope = { ...base, include: ["src"] };
  assert.notEqual(await indexConfigHash(scope), index);
  assert.notEqual(await effectiveConfigHash(scope, raw), effective);
  const personal = { ...base, respectGlobalExcludes: true };
  assert.notEqual(await indexConfigHash(personal), index);
  const priced = { ...base, pricing: { inputPerMtok: 3, currency: "EUR" } };
  assert.equal(await effectiveConfigHash(priced, raw), effective);
  assert.notEqual(await effectiveConfigHash(base, { label: "claude", factor: 1.2 }), effective);
});

Deno.test("settings that the specification does not know leave its hash alone while they are off", async () => {
  const { canonicalHash, encodeFields } = await import("../../src/repository/mod.ts");
  const { exclude, sensitiveFiles, respectGlobalExcludes } = defaultConfig();
  assert.equal(respectGlobalExcludes, false);
  const fields = ["", encodeFields(exclude), "true", encodeFields(sensitiveFiles), "512", "true", "true"];
  assert.equal(await indexConfigHash(defaultConfig()), await canonicalHash(["index_config.v1", ...fields]));
});
