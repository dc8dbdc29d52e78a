import assert from "node:assert/strict";
import { rememberingReader } from "../../src/evaluation/remembering_reader.ts";
import { indexRepository, producerVersion } from "../../src/indexer/mod.ts";
import { rankFiles } from "../../src/ranker/mod.ts";
import { defaultConfig, indexConfigHash, statePaths } from "../../src/repository/mod.ts";
import { type IndexReader, openReader } from "../../src/store/mod.ts";
import { shop } from "./_shop.ts";

Deno.test("a remembering reader ranks as the plain one does, whatever was asked before", async () => {
  await using repository = await shop();
  const config = defaultConfig();
  await indexRepository({ root: repository.root, config }, { mode: "full", toolVersion: "0.0.0" });
  using reader = await openReader(statePaths(repository.root).index, {
    producer: producerVersion(),
    indexConfigHash: await indexConfigHash(config),
  });
  const remembering = rememberingReader(reader);
  const { weights, synonyms } = config.ranking;
  for (const changed of [{}, { history: 0 }, { fts: 0 }, { symbol: 2, path: 0 }, { history: 9 }, {}]) {
    const options = { synonyms, weights: { ...weights, ...changed } };
    for (const task of ["Round the tax of a cart", "zorblax mail"]) {
      assert.deepEqual(rankFiles(remembering, task, options), rankFiles(reader, task, options));
    }
  }
});

Deno.test("the same question is asked once, and iterators arrive whole", () => {
  const asked: unknown[] = [];
  const reader = {
    meta: { counts: {} },
    filesById: (ids: Iterable<number>) => {
      asked.push([...ids]);
      return new Map([[asked.length, "row"]]);
    },
  } as unknown as IndexReader;
  const remembering = rememberingReader(reader);
  const first = remembering.filesById(new Map([[7, 0], [8, 0]]).keys());
  assert.equal(remembering.filesById([7, 8]), first);
  assert.equal(remembering.filesById(new Set([7, 8])), first);
  assert.notEqual(remembering.filesById([8, 7]), first);
  assert.deepEqual(asked, [[7, 8], [8, 7]]);
  assert.equal(remembering.meta, reader.meta);
});
