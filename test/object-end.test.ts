/** Where the first object of a byte stream ends: against `JSON.stringify`, however the bytes are cut. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { createObjectFinder, type Finding } from "../engine/adapters/object-end.ts";
import { runs } from "./support/runs.ts";

suite("where the object ends", () => {
  const find = (bytes: Uint8Array, cuts: readonly number[] = []): Finding => {
    const finder = createObjectFinder();
    for (const cut of [...cuts].sort((left, right) => left - right)) {
      const found = finder(bytes, cut);
      if (found !== "more" && found !== "blank") return found;
    }
    return finder(bytes, bytes.length);
  };
  const anObject = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
  const before = fc.constantFrom("", "\ufeff", " \t\r\n", "\ufeff\r\n");
  const behind = fc.constantFrom("", "\n", "{}", "}", '"', "garbage {");

  test("at its closing brace, however it is cut, whatever follows", () => {
    fc.assert(
      fc.property(anObject, fc.boolean(), before, behind, fc.array(fc.nat(400)), (object, pretty, head, tail, cuts) => {
        const text = JSON.stringify(object, undefined, pretty ? 1 : 0);
        const bytes = Buffer.from(head + text + tail);
        const start = Buffer.byteLength(head);
        const places = cuts.filter((cut) => cut < bytes.length);
        assert.deepEqual(find(bytes, places), { start, end: start + Buffer.byteLength(text) });
      }),
      runs(),
    );
  });

  test("nowhere, while it is not complete", () => {
    fc.assert(
      fc.property(anObject, before, fc.nat(), (object, head, cut) => {
        const bytes = Buffer.from(head + JSON.stringify(object));
        const length = cut % bytes.length;
        assert.equal(find(bytes.subarray(0, length)), length > Buffer.byteLength(head) ? "more" : "blank");
      }),
      runs(),
    );
  });

  test("braces and quotes in strings do not count", () => {
    for (const text of ['{"}":"{"}', '{"\\"}":1}', '{"a":"\\\\"}', '{"a":"\\\\\\"}"}', '{"a":[{"b":"]"}]}']) {
      assert.deepEqual(find(Buffer.from(`${text}}`)), { start: 0, end: text.length }, text);
    }
  });

  test("something else in its place", () => {
    for (const text of ["x", "[", '"', "1", "\u0000{}", "\u00a0{}", "\ufeff\ufeff{}", " \ufeff{}"]) {
      assert.equal(find(Buffer.from(text)), "none", text);
    }
  });
});
