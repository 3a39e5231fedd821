import { describe, expect, it } from "vitest";
import { z } from "zod";
import { label, message, text } from "@/lib/contracts/base/parameters";

const MIB = 1024 * 1024;

describe("a message", () => {
  it("is without what no text can hold before any other rule sees it", () => {
    const seen: string[] = [];
    const contract = message().refine((value) => seen.push(value) > 0);
    expect(contract.parse("a\0b \ud800 \udc00 😀")).toBe("a b \ufffd \ufffd 😀");
    expect(seen).toEqual(["a b \ufffd \ufffd 😀"]);
  });

  it("is looked at as far as it could be sent, however long it is", () => {
    expect(message().parse("`".repeat(4 * MIB))).toBe("`".repeat(16_384));
    expect(message().parse(`${"a".repeat(16_383)}😀`)).toBe(`${"a".repeat(16_383)}\ufffd`);
  });
});

describe("a text that is refused", () => {
  const seen: unknown[] = [];
  const note = (value: unknown) => seen.push(value) > 0;

  it.each([
    ["NUL", "a\0", "must not contain a NUL character or half a surrogate pair"],
    ["half a surrogate pair", "a\ud800", "must not contain a NUL character or half a surrogate pair"],
    ["a length beyond any", "a".repeat(16_385), "must be at most 16384 characters long"],
  ])("for %s is seen by no other rule, its own or of all parameters", (_, given, said) => {
    const contract = z.object({ given: text().refine(note) }).refine(note);
    const { error } = contract.safeParse({ given });
    expect(error?.issues.map((issue) => issue.message)).toEqual([said]);
    expect(seen).toEqual([]);
  });

  it("for its length is not counted character by character", () => {
    expect(label(3).safeParse("😀😀😀").success).toBe(true);
    expect(label(3).safeParse("😀😀😀😀").error?.issues[0]?.message).toBe(
      "must be at most 3 characters long",
    );
    expect(label(3).safeParse("aaaa").success).toBe(false);
  });
});
