import assert from "node:assert/strict";
import { LARGEST_INPUT, standardInput } from "../../src/cli/input.ts";
import type { InputStream } from "../../src/cli/system.ts";
import { RepoctxError } from "../../src/model/mod.ts";

/** A stream that gives the parts one after the other, then ends or fails. */
function stream(parts: readonly (Uint8Array | Error)[], isTerminal: boolean = false): InputStream {
  const left = [...parts];
  let isBusy = false;
  return {
    async read(buffer) {
      assert.ok(!isBusy, "one read at a time");
      isBusy = true;
      await Promise.resolve();
      isBusy = false;
      const part = left.shift();
      if (part === undefined) return null;
      if (part instanceof Error) throw part;
      buffer.set(part);
      return part.length;
    },
    isTerminal: () => isTerminal,
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("all that is piped in comes out, byte for byte", async () => {
  const parts = [bytes("a\r\n"), new Uint8Array([0, 0xff, 0xc3]), bytes("ü")];
  assert.deepEqual(
    await standardInput(stream(parts)).readAll(),
    new Uint8Array([0x61, 13, 10, 0, 0xff, 0xc3, 0xc3, 0xbc]),
  );
  assert.deepEqual(await standardInput(stream([])).readAll(), new Uint8Array());
});

Deno.test("nothing is waited for on a terminal", async () => {
  const input = standardInput(stream([new Error("read")], true));
  assert.deepEqual(await input.readAll(), new Uint8Array());
  await input.drain();
});

Deno.test("a closed standard input is an empty one", async () => {
  const input = standardInput(stream([new Deno.errors.BadResource("Bad resource ID")]));
  assert.deepEqual(await input.readAll(), new Uint8Array());
});

Deno.test("input that cannot be read, or never ends, is an error that says so", async () => {
  const folder = standardInput(stream([new Error("Is a directory")]));
  await assert.rejects(folder.readAll(), (error) => {
    assert.ok(error instanceof RepoctxError);
    assert.equal(error.message, "Standard input cannot be read: Is a directory");
    return true;
  });
  await folder.drain();
  let reads = 0;
  const endless: InputStream = {
    read: (buffer) => Promise.resolve((reads++, buffer.length)),
    isTerminal: () => false,
  };
  await assert.rejects(standardInput(endless).readAll(), /more than 16777216 bytes/);
  assert.equal(reads, LARGEST_INPUT / 65536 + 1);
});

Deno.test("what is left is taken, but not for ever", async () => {
  let reads = 0;
  const silent: InputStream = {
    read: () => {
      reads++;
      return new Promise(() => {});
    },
    isTerminal: () => false,
  };
  const started = performance.now();
  await standardInput(silent).drain();
  assert.equal(reads, 1);
  assert.ok(performance.now() - started < 2000);
  const short = stream([bytes("x"), bytes("y")]);
  await standardInput(short).drain();
  assert.equal(await short.read(new Uint8Array(1)), null);
});
