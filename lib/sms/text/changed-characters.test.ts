import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedCharacters } from "@/lib/sms/text/changed-characters";
import { encodeText } from "@/lib/sms/text/encoding";

describe("changedCharacters", () => {
  it("names what is folded, mapped and lost, in order and with how often", () => {
    expect(changedCharacters("“Kōrero” — ā 👩‍👩‍👧 ōk €", false)).toEqual([
      { from: "“", to: '"', lost: false, times: 1 },
      { from: "ō", to: "o", lost: false, times: 2 },
      { from: "”", to: '"', lost: false, times: 1 },
      { from: "—", to: "-", lost: false, times: 1 },
      { from: "ā", to: "a", lost: false, times: 1 },
      { from: "👩‍👩‍👧", to: "?", lost: true, times: 1 },
      { from: "€", to: "?", lost: true, times: 1 },
    ]);
  });

  it("keeps all but typographic quotes and dashes with Unicode", () => {
    expect(changedCharacters("“ā” 👩‍👩‍👧", true).map(({ from }) => from)).toEqual(["“", "”"]);
  });

  it("names nothing of a text that goes out as it is, line breaks and question marks included", () => {
    expect(changedCharacters("Are you there?\r\nYes {1}", false)).toEqual([]);
  });

  it("names something if and only if the text changes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.boolean(), (text, unicode) => {
        const changes = encodeText(text, unicode).text !== text;
        expect(changedCharacters(text, unicode).length > 0).toBe(changes);
      }),
    );
  });
});
