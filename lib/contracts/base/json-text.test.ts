import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { jsonObject, jsonText } from "@/lib/contracts/base/json-text";

describe("a text that is JSON", () => {
  it("becomes what it says", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes("\\u0000")) return;
        expect(jsonText(1_000_000).parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ["no JSON", "{"],
    ["NUL in a text", '{"host":"a\\u0000"}'],
    ["NUL in a name", '{"a\\u0000":1}'],
    ["half a surrogate pair", '["\\ud800"]'],
    ["far too deep", "[".repeat(50_000) + "]".repeat(50_000)],
  ])("is refused with %s", (_, text) => {
    const { error } = jsonText(200_000).safeParse(text);
    expect(error?.issues).toMatchObject([{ message: "must be JSON" }]);
  });

  it("is refused before it is read where it is too long", () => {
    expect(jsonText(5).safeParse("[1,2,3]").error?.issues).toMatchObject([
      { message: "must be at most 5 characters long" },
    ]);
  });

  test.each(["[]", "1", "null", '"{}"'])("is no object where it is %s", (text) => {
    expect(jsonObject(100).safeParse(text).success).toBe(false);
  });
});
