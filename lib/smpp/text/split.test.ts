import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fromSeptets } from "@/lib/smpp/text/gsm";
import { LONG_MESSAGES, type LongMessages, toWireParts, UDH_INDICATOR } from "@/lib/smpp/text/split";
import { ALPHABETS, type Alphabet, decodeText } from "@/lib/smpp/text/text";
import { encodeText } from "@/lib/sms/text/encoding";
import { splitParts } from "@/lib/sms/text/segments";

/** Returns the wire parts of a text, each with its header's length and its own octets. */
function partsOf(text: string, alphabet: Alphabet, longMessages: LongMessages, unicode = false) {
  const { text: body, encoding } = encodeText(text, unicode);
  const wire = toWireParts(splitParts(body, encoding), { encoding, alphabet, longMessages, reference: 258 });
  const parts = wire.map(({ esmClass, dataCoding, shortMessage, tlvs }) => {
    const headerOctets = esmClass & UDH_INDICATOR ? (shortMessage[0] ?? 0) + 1 : 0;
    const payload = tlvs.find(({ tag }) => tag === 0x0424)?.value;
    return { headerOctets, dataCoding, octets: payload ?? shortMessage.subarray(headerOctets), shortMessage };
  });
  return { body, encoding, parts };
}

/** Returns all septets that a handset reads, which does not know that the last one is padding. */
function asHandset(octets: Buffer, headerOctets: number): string {
  const fill = (7 - ((headerOctets * 8) % 7)) % 7;
  const bits = [...octets].flatMap((octet) => Array.from({ length: 8 }, (_, bit) => (octet >> bit) & 1));
  const septets: number[] = [];
  for (let at = fill; at + 7 <= bits.length; at += 7)
    septets.push(bits.slice(at, at + 7).reduce((sum, bit, place) => sum | (bit << place), 0));
  return fromSeptets(Uint8Array.from(septets));
}

describe("a long text in packed septets", () => {
  const manners = LONG_MESSAGES.filter((manner) => manner !== "payload");

  test.each(manners)("shows no padding and no half pair within it, by %s", (manner) => {
    const characters = fc.constantFrom("a", "[", "]", "{", "|", "~", "^", "\\", "@", "\r", "\n", "€");
    fc.assert(
      fc.property(fc.array(characters, { minLength: 161, maxLength: 600 }), (given) => {
        const { body, parts } = partsOf(given.join(""), "packed", manner);
        const texts = parts.map(({ octets, headerOctets }) => asHandset(octets, headerOctets));
        const whole = texts.slice(0, -1).join("");
        expect(body.startsWith(whole)).toBe(true);
        // Only the end of the text may have padding.
        const end = texts.at(-1) ?? "";
        expect([body, `${body}\r`]).toContain(whole + end);
        for (const { shortMessage } of parts) expect(shortMessage.length).toBeLessThanOrEqual(140);
      }),
    );
  });

  test.each(manners)(
    "with an escaped character at the end of its first part loses nothing, by %s",
    (manner) => {
      for (let length = 148; length <= 154; length++) {
        const text = `${"a".repeat(length)}[${"b".repeat(40)}`;
        const { parts } = partsOf(text, "packed", manner);
        const texts = parts.map(({ octets, headerOctets }) => asHandset(octets, headerOctets));
        expect(texts.join("").replace(/\r$/, "")).toBe(text);
      }
    },
  );
});

it("writes a carriage return twice that a reader would take for padding", () => {
  const { parts } = partsOf("1234567\r", "packed", "udh8");
  expect(asHandset(parts[0]?.octets ?? Buffer.alloc(0), 0)).toBe("1234567\r\r");
});

test.each(ALPHABETS.flatMap((alphabet) => LONG_MESSAGES.map((manner) => [alphabet, manner] as const)))(
  "a long text in %s by %s has whole characters in each part",
  (alphabet, manner) => {
    const characters = fc.constantFrom("a", "[", "~", "@", "é", "ā", "😀", "👩‍👩‍👧", " ");
    fc.assert(
      fc.property(fc.array(characters, { minLength: 80, maxLength: 300 }), fc.boolean(), (given, unicode) => {
        const { body, encoding, parts } = partsOf(given.join(""), alphabet, manner, unicode);
        const texts = parts.map(({ octets, dataCoding, headerOctets }) =>
          decodeText(octets, { dataCoding, alphabet, headerOctets }),
        );
        if (encoding === "UCS-2") {
          expect(texts.join("")).toBe(body);
          for (const text of texts) expect(text.isWellFormed()).toBe(true);
        } else if (alphabet !== "packed") expect(texts.join("")).toBe(body);
      }),
      { numRuns: 50 },
    );
  },
);
