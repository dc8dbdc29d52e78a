import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MAX_TERM_LINES,
  termHash,
  type TermOccurrences,
  TermVector,
  TermVectorBuilder,
} from "../../src/text/term_vector.ts";

type Field = "name" | "signature" | "doc";

interface FileTerms {
  fields: { field: Field; terms: string[] }[];
  lines: string[][];
}

const TERM = fc.oneof(
  fc.constantFrom("retry", "delay", "größe", "日本", "a", "x1"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const FILE: fc.Arbitrary<FileTerms> = fc.record({
  fields: fc.array(fc.record({
    field: fc.constantFrom<Field>("name", "signature", "doc"),
    terms: fc.array(TERM, { maxLength: 6 }),
  })),
  lines: fc.array(fc.array(TERM, { maxLength: 8 }), { maxLength: 60 }),
});

function pack(file: FileTerms): Uint8Array {
  const builder = new TermVectorBuilder();
  for (const { field, terms } of file.fields) builder.addField(field, terms);
  for (const [position, terms] of file.lines.entries()) builder.addLine(position + 1, terms);
  return builder.encode();
}

function expected(file: FileTerms): Map<string, TermOccurrences> {
  const all = new Map<string, TermOccurrences>();
  const of = (term: string): TermOccurrences => {
    const known = all.get(term) ?? { name: 0, signature: 0, doc: 0, body: 0, lines: [] };
    all.set(term, known);
    return known;
  };
  for (const { field, terms } of file.fields) for (const term of terms) of(term)[field]++;
  for (const [position, terms] of file.lines.entries()) {
    for (const term of terms) {
      of(term).body++;
      of(term).lines.push(position + 1);
    }
  }
  return all;
}

Deno.test("a term vector gives back every count and line it was given", () => {
  fc.assert(fc.property(FILE, (file) => {
    const vector = new TermVector(pack(file));
    const terms = expected(file);
    assert.equal(vector.termCount, terms.size);
    for (const [term, occurrences] of terms) assert.deepEqual(vector.lookup(term), occurrences);
    assert.equal(vector.lookup("surely absent term"), undefined);
    assert.equal(vector.lengths.body, file.lines.flat().length);
    assert.equal(
      vector.lengths.doc,
      file.fields.filter((entry) => entry.field === "doc").flatMap((entry) => entry.terms).length,
    );
  }));
});

Deno.test("equal files give equal bytes, whatever the order in which their terms were met", () => {
  const one = new TermVectorBuilder();
  one.addField("name", ["a", "b"]);
  one.addLine(3, ["c", "a"]);
  const other = new TermVectorBuilder();
  other.addLine(3, ["a", "c"]);
  other.addField("name", ["b", "a"]);
  assert.deepEqual(one.encode(), other.encode());
});

Deno.test("an empty vector has no terms", () => {
  const vector = new TermVector(new TermVectorBuilder().encode());
  assert.equal(vector.termCount, 0);
  assert.equal(vector.lookup("retry"), undefined);
});

Deno.test("a term beyond the limit keeps its total and its first lines", () => {
  const builder = new TermVectorBuilder();
  const times = MAX_TERM_LINES * 3 + 1;
  for (let line = 1; line <= times; line++) builder.addLine(line, ["again"]);
  const found = new TermVector(builder.encode()).lookup("again");
  assert.equal(found?.body, times);
  assert.deepEqual(found?.lines, Array.from({ length: MAX_TERM_LINES }, (_, index) => index + 1));
});

Deno.test("a file with more than 64 KB of places is read with wide offsets", () => {
  const builder = new TermVectorBuilder();
  for (let line = 1; line <= 30_000; line++) builder.addLine(line * 200, [`term${line}`, "common"]);
  const vector = new TermVector(builder.encode());
  assert.equal(vector.termCount, 30_001);
  for (const line of [1, 15_000, 30_000]) {
    assert.deepEqual(vector.lookup(`term${line}`)?.lines, [line * 200]);
  }
});

Deno.test("two terms with the same hash are added up instead of hiding each other", () => {
  const [first, second] = collidingTerms();
  assert.equal(termHash(first), termHash(second));
  const builder = new TermVectorBuilder();
  builder.addLine(1, [second]);
  builder.addLine(2, [first, second]);
  builder.addField("doc", [first]);
  const vector = new TermVector(builder.encode());
  assert.equal(vector.termCount, 1);
  assert.deepEqual(vector.lookup(first), { name: 0, signature: 0, doc: 1, body: 3, lines: [1, 2, 2] });
});

function collidingTerms(): [string, string] {
  const seen = new Map<number, string>();
  for (let i = 0;; i++) {
    const term = i.toString(36);
    const hash = termHash(term);
    const other = seen.get(hash);
    if (other !== undefined) return [other, term];
    seen.set(hash, term);
  }
}

Deno.test("cut or altered bytes never throw, never hang and never claim impossible amounts", () => {
  fc.assert(fc.property(
    FILE,
    fc.nat(),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
    (file, cut, changes) => {
      const bytes = pack(file);
      const damaged = bytes.slice(0, cut % (bytes.length + 1));
      for (const [at, value] of changes) if (damaged.length > 0) damaged[at % damaged.length] = value;
      const vector = new TermVector(damaged);
      for (const term of [...expected(file).keys(), "retry"]) {
        const found = vector.lookup(term);
        if (found !== undefined) assert.ok(found.lines.length <= damaged.length);
      }
    },
  ));
});

Deno.test("random bytes behave like a file without terms", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const vector = new TermVector(bytes);
    vector.lookup("retry");
    vector.lookupHash(0);
    vector.lookupHash(0xffffffff);
  }));
});

Deno.test("the hash of a term is 32-bit FNV-1a", () => {
  assert.equal(termHash(""), 0x811c9dc5);
  assert.equal(termHash("a"), 0xe40c292c);
  assert.equal(termHash("foobar"), 0xbf9cf968);
});
