import assert from "node:assert/strict";
import { fold, indexTerms, queryTerms, splitIdentifier, stem } from "../../src/text/mod.ts";

Deno.test("identifiers split at case changes, digits and the end of an upper-case run", () => {
  const cases: [string, string[]][] = [
    ["APIController", ["api", "controller"]],
    ["parseJSON2Object", ["parse", "json", "2", "object"]],
    ["IUserService", ["i", "user", "service"]],
    ["max_retry-count", ["max", "retry", "count"]],
    ["getGetter", ["get", "getter"]],
    ["testTest", ["test"]],
    ["", []],
    ["___", []],
    ["größeÄndern", ["größe", "ändern"]],
    ["用户服务", ["用户服务"]],
  ];
  for (const [name, words] of cases) assert.deepEqual(splitIdentifier(name), words, name);
});

Deno.test("plain text is split as it is beside a letter that is not ASCII", () => {
  const characters = "aZbQ7_$ -.(";
  let state = 3;
  const next = (): number => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: 12 }, () => characters[Math.floor(next() * characters.length)]).join(
      "",
    );
    assert.deepEqual(splitIdentifier(`${text} é`), [...splitIdentifier(text), "é"], text);
    assert.deepEqual(indexTerms(`${text} é`), [...indexTerms(text), "e"], text);
    assert.deepEqual(queryTerms(`${text} é`), [...queryTerms(text), "é"], text);
  }
});

Deno.test("a question is split into runs of letters and digits, lower-cased, each once", () => {
  assert.deepEqual(queryTerms("Fix the Retry-delay of HTTP2, fix it!"), [
    "fix",
    "the",
    "retry",
    "delay",
    "of",
    "http2",
    "it",
  ]);
  assert.deepEqual(queryTerms(" \t\n…—"), []);
});

Deno.test("the forms of an English word share a stem", () => {
  const families = [
    ["create", "creates", "created", "creating"],
    ["run", "runs", "running"],
    ["query", "queries"],
    ["class", "classes"],
    ["parse", "parses", "parsed", "parsing"],
    ["retry", "retries"],
    ["stop", "stopped", "stopping", "stops"],
  ];
  for (const [first, ...rest] of families) {
    for (const word of rest) assert.equal(stem(word), stem(first!), word);
  }
});

Deno.test("words that only look inflected keep their meaning apart", () => {
  for (const word of ["bus", "this", "process", "string", "sing", "red", "status", "http2", "größe"]) {
    assert.equal(
      stem(word),
      word.endsWith("e") && word.length > 4 && /^[a-z]+$/.test(word) ? word.slice(0, -1) : word,
    );
  }
});

Deno.test("index terms keep the whole identifier beside the stems of its parts", () => {
  assert.deepEqual(indexTerms("loginUser(max_size)"), [
    "loginuser",
    "login",
    "user",
    "maxsize",
    "max",
    "size",
  ]);
});

Deno.test("unspaced scripts are stored as pairs, so that a part of a sentence is found", () => {
  const stored = new Set(indexTerms("用户登录失败"));
  for (const term of indexTerms("登录")) assert.ok(stored.has(term), term);
  assert.deepEqual(indexTerms("東"), ["東"]);
  assert.deepEqual(indexTerms("abc登录def"), ["登录", "abc", "def"]);
});

Deno.test("accents, case and compatibility forms fold together", () => {
  assert.equal(fold("GRÖSSE"), "grosse");
  assert.equal(fold("größe"), "grosse");
  assert.equal(fold("ﬁle"), "file");
});

Deno.test("runs that are data rather than words are left out, in linear time", () => {
  assert.deepEqual(indexTerms("a".repeat(100_000)), []);
  assert.equal(indexTerms("word ".repeat(1000)).length, 1000);
});
