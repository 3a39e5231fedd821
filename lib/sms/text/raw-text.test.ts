import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawText } from "@/lib/sms/text/raw-text";

describe("rawText", () => {
  it.each([
    ["id=4711 state=gone", "id=#### state=gone"],
    ["your code is 123456.", "your code is ######."],
    ["ref:123456789 at 2611230312", "ref:123456789 at 2611230312"],
    ["sub:001 err:027", "sub:001 err:027"],
    ["stat:? text:482913 is your code", "stat:? text:..."],
    ["Text:\nKia ora", "text:..."],
    ["d=x text=Kia ora, Mere", "d=x text:..."],
    ['{"state":"gone","text" : "Kia ora, Mere"}', '{"state":"gone","text:...'],
    ["kō\0\n", "k\\u{14d}\\u{0}\\u{a}"],
  ])("keeps of %j %j", (text, kept) => {
    expect(rawText(text)).toBe(kept);
  });

  it("is short printable ASCII without a code, whatever it is given", () => {
    const code = fc.integer({ min: 1_000, max: 99_999_999 }).map(String);
    const unit = fc.constantFrom("a", " ", "\0", "\n", "ē", "🙂", "\ud83d", "text:", "\\u");
    const around = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(around, code, around, (before, digits, after) => {
        const kept = rawText(before + digits + after);
        expect(kept).toMatch(/^[\x20-\x7e]{0,1000}$/);
        expect(kept.replaceAll(/\\u\{[0-9a-f]+\}/g, "")).not.toContain(digits);
      }),
    );
  });
});
