import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { sha256, sha256Hex, utf8 } from "../engine/core/sha256.ts";

function theirs(input: string | Uint8Array): string {
  return createHash("sha256").update(input).digest("hex");
}

test("sha256 of the published vectors", () => {
  // FIPS 180-4 examples (NIST CSRC).
  assert.equal(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("every length around the block boundaries agrees with node:crypto", () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = new Uint8Array(length).fill(length & 0xff);
    assert.equal(Buffer.from(sha256(bytes)).toString("hex"), theirs(bytes), `length ${length}`);
  }
  const long = new Uint8Array(1_000_000).fill(0x61);
  assert.equal(Buffer.from(sha256(long)).toString("hex"), theirs(long));
});

test("random bytes and texts agree with node:crypto", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.equal(Buffer.from(sha256(bytes)).toString("hex"), theirs(bytes));
    }),
    { seed: 4, numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(sha256Hex(text), theirs(text));
    }),
    { seed: 4, numRuns: 200 },
  );
});

test("utf8 writes what TextEncoder writes, lone surrogates included", () => {
  for (const text of [
    "a",
    "é",
    "あ",
    "\u{1f600}",
    "\ud800",
    "\udc00",
    "\ud800x",
    "\udc00\ud800",
    "\ud83d\ud83d\ude00",
  ]) {
    assert.deepEqual(utf8(text), new TextEncoder().encode(text));
  }
});
