import assert from "node:assert/strict";
import { decodeBytes } from "../../src/scanner/decode.ts";

const encoder = new TextEncoder();

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.fromHex(hex);
}

function utf16(text: string, endian: "little" | "big"): number[] {
  return Array.from(text, (_character, index) => text.charCodeAt(index)).flatMap((unit) =>
    endian === "little" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]
  );
}

Deno.test("UTF-8 is read as it is, with and without a byte order mark", async () => {
  const text = "// → 漢字 🚀 \ufffd\r\nlet a;\n";
  assert.deepEqual(await decodeBytes(encoder.encode(text)), { text, encoding: "utf-8" });
  assert.deepEqual(await decodeBytes(encoder.encode("\ufeff" + text)), { text, encoding: "utf-8" });
  assert.deepEqual(await decodeBytes(new Uint8Array()), { text: "", encoding: "utf-8" });
});

Deno.test("UTF-16 and UTF-32 are read in both byte orders", async () => {
  const text = "class Ü { }\r\n";
  for (
    const [mark, endian, encoding] of [
      [[0xff, 0xfe], "little", "utf-16le"],
      [[0xfe, 0xff], "big", "utf-16be"],
    ] as const
  ) {
    const bytes = new Uint8Array([...mark, ...utf16(text, endian)]);
    assert.deepEqual(await decodeBytes(bytes), { text, encoding });
  }
  const points = [0xfeff, 0x41, 0x1f680, 0xd800, 0x110000];
  for (const littleEndian of [true, false]) {
    const view = new DataView(new ArrayBuffer(points.length * 4 + 1));
    points.forEach((point, index) => view.setUint32(index * 4, point, littleEndian));
    const { text: decoded, encoding } = await decodeBytes(new Uint8Array(view.buffer));
    assert.equal(decoded, "A🚀\ufffd\ufffd\ufffd");
    assert.equal(encoding, littleEndian ? "utf-32le" : "utf-32be");
  }
});

Deno.test("lone surrogates and half units become U+FFFD, so that the text is always valid", async () => {
  const { text } = await decodeBytes(new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00, 0x42]));
  assert.equal(text, "\ufffdA\ufffd");
});

const CODE_PAGES: [encoding: string, text: string, hex: string][] = [
  [
    "shift_jis",
    "// ユーザーの一覧を取得する\nfunction list() {}\n",
    "2f2f208386815b8355815b82cc88ea979782f08ee693be82b782e90a66756e6374696f6e206c6973742829207b7d0a",
  ],
  [
    "shift_jis",
    "// 表示ソ\nfunction show() {}\n",
    "2f2f20955c8ea6835c0a66756e6374696f6e2073686f772829207b7d0a",
  ],
  ["euc-jp", "// 設定ファイル\nint a;\n", "2f2f20c0dfc4eaa5d5a5a1a5a4a5eb0a696e7420613b0a"],
  ["euc-kr", "// 설정 파일\nint a;\n", "2f2f20bcb3c1a420c6c4c0cf0a696e7420613b0a"],
  ["gbk", "// 配置文件\nint a;\n", "2f2f20c5e4d6c3cec4bcfe0a696e7420613b0a"],
  ["big5", "// 設定檔案\nint a;\n", "2f2f20b35da977c0c9aed70a696e7420613b0a"],
  ["windows-1251", "// Ошибка\nint a;\n", "2f2f20cef8e8e1eae00a696e7420613b0a"],
  ["windows-1252", "// Größe der Straße – 5 €\n", "2f2f204772f6df65206465722053747261df652096203520800a"],
  [
    "windows-1252",
    "// Copyright © 2010 José Núñez\n",
    "2f2f20436f7079726967687420a92032303130204a6f73e9204efaf1657a0a",
  ],
  ["windows-1252", 'const unit = "°C";\n', "636f6e737420756e6974203d2022b043223b0a"],
  ["windows-1250", "// Příliš žluťoučký kůň\n", "2f2f2050f8ed6c699a209e6c759d6f75e86bfd206bf9f20a"],
];

for (const [encoding, text, hex] of CODE_PAGES) {
  Deno.test(`${encoding} is recognised in ${JSON.stringify(text)}`, async () => {
    assert.deepEqual(await decodeBytes(bytesOf(hex)), { text, encoding });
  });
}

Deno.test("a few stray bytes do not turn a UTF-8 file into another encoding", async () => {
  const start = encoder.encode("// 周期を計算する – größer\n");
  const { text, encoding } = await decodeBytes(new Uint8Array([...start, 0xff, 0xe9, 0x0a, 0xc3]));
  assert.equal(encoding, "utf-8");
  assert.equal(text, "// 周期を計算する – größer\n\ufffd\ufffd\n\ufffd");
});

Deno.test("line ends survive every encoding", async () => {
  for (const [, text, hex] of CODE_PAGES) {
    const { text: decoded } = await decodeBytes(bytesOf(hex));
    assert.equal(decoded.split("\n").length, text.split("\n").length);
  }
});
