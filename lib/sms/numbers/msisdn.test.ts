import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, it, test } from "vitest";
import {
  callingCode,
  canReceiveSms,
  isNewZealand,
  NEW_ZEALAND,
  normaliseMsisdn,
} from "@/lib/sms/numbers/msisdn";

describe("normaliseMsisdn", () => {
  test.each([
    ["64211234567", "64211234567"],
    ["+64 21 123-4567", "64211234567"],
    ["(+64) 21 123 4567", "64211234567"],
    ["0064 21 123 4567", "64211234567"],
    ["021 123 4567", "64211234567"],
    ["(021) 123‑4567", "64211234567"],
    ["\u00a0021\u20091234567\n", "64211234567"],
    ["+1 (202) 555-0123", "12025550123"],
    ["123456", "123456"],
    ["123456789012345", "123456789012345"],
    ["0123456", "64123456"],
    ["\u202a+64 21 123 4567\u202c", "64211234567"],
    ["\u2066021\u2069\u200e 123\u200f\u061c 4567\ufeff", "64211234567"],
    ["+64 (0)21 123 4567", "64211234567"],
    ["64 (0) 21-123-4567", "64211234567"],
    ["(0064)(0)211234567", "64211234567"],
    ["+44 (0)7911 123456", "447911123456"],
    ["+64 \u200b(0\u200b)21 123 4567", "64211234567"],
    ["+64 21 (0)123456", "64210123456"],
    ["(0)21 123 4567", "64211234567"],
    ["021 (0)123456", "64210123456"],
    ["\u200b0\u00ad2\u20601\u2064 1234567", "64211234567"],
  ])("%j is %s", (raw, msisdn) => {
    expect(normaliseMsisdn(raw)).toBe(msisdn);
  });

  test.each([
    ["empty", ""],
    ["spaces", "   "],
    ["5 digits", "12345"],
    ["16 digits", "1234567890123456"],
    ["letters", "021 ABC 4567"],
    ["a second plus", "++64211234567"],
    ["a plus inside", "64+211234567"],
    ["a prefix after a prefix", "+0064211234567"],
    ["zeros", "0000000000"],
    ["digits of another script", "٦٤٢١١٢٣٤٥٦٧"],
    ["too long once 0 is 64", "012345678901234"],
  ])("%s is no number", (_, raw) => {
    expect(normaliseMsisdn(raw)).toBeNull();
  });

  it("is null for what is longer than anybody writes a number", () => {
    expect(normaliseMsisdn(`${" ".repeat(89)}64211234567`)).toBe("64211234567");
    expect(normaliseMsisdn(`${" ".repeat(90)}64211234567`)).toBeNull();
  });

  it("gives null or 6 to 15 digits, which it leaves as they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+-() x"), maxLength: 20 }), (raw) => {
        const msisdn = normaliseMsisdn(raw);
        if (msisdn !== null) {
          expect(msisdn).toMatch(/^[1-9][0-9]{5,14}$/);
          expect(normaliseMsisdn(msisdn)).toBe(msisdn);
        }
      }),
    );
  });
});

describe("canReceiveSms", () => {
  test.each([
    ["a New Zealand mobile", "64211234567", true],
    ["a short 021", "6421123456", true],
    ["a long 020", "642041234567", true],
    ["026", "64261234567", true],
    ["an unknown New Zealand range", "64231234567", true],
    ["a New Zealand landline", "6498887777", false],
    ["a New Zealand freephone", "64800123456", false],
    ["an Antarctic landline under 64 2", "6424091234", false],
    ["New Zealand, too long", "64211234567890", false],
    ["New Zealand with its trunk 0", "640211234567", false],
    ["an Australian mobile", "61412345678", true],
    ["an Australian one with its trunk 0", "610412345678", false],
    ["a British one with its trunk 0", "4407911123456", false],
    ["a Russian one with its trunk 8", "789161234567", false],
    ["an Ivorian mobile, which begins with 0", "2250701234567", true],
    ["an Australian landline", "61291234567", false],
    ["a British mobile", "447911123456", true],
    ["a British landline", "442079460000", false],
    ["North America, where types cannot be told apart", "12025550123", true],
    ["North American freephone", "18005550123", false],
    ["no country", "999123456", false],
    ["no country, code 0", "0123456789", false],
  ])("%s", (_, msisdn, expected) => {
    expect(canReceiveSms(msisdn)).toBe(expected);
  });

  function libraryAccepts(msisdn: string): boolean {
    const number = parsePhoneNumberFromString(`+${msisdn}`, { extract: false });
    const type = number?.getType() ?? "UNKNOWN";
    return (
      number?.number === `+${msisdn}` &&
      number.isPossible() &&
      ["MOBILE", "FIXED_LINE_OR_MOBILE", "UNKNOWN"].includes(type)
    );
  }

  it("is true of the mobiles that libphonenumber has as examples of all countries", () => {
    for (const country of getCountries()) {
      const msisdn = getExampleNumber(country, examples)?.number.slice(1) ?? "";
      expect(canReceiveSms(msisdn), country).toBe(true);
    }
  });

  // The library's patterns depend on the second to fifth national digits. The later digits only need a length.
  it("says what libphonenumber says for every prefix of its fast path", () => {
    for (let prefix = 200; prefix < 300; prefix++) {
      for (let length = 5; length <= 9; length++) {
        const msisdn = `64${prefix}${"1".repeat(length - 1)}`;
        expect(canReceiveSms(msisdn), msisdn).toBe(libraryAccepts(msisdn));
      }
    }
    for (let prefix = 4000; prefix < 5000; prefix++) {
      const msisdn = `61${prefix}12345`;
      expect(canReceiveSms(msisdn), msisdn).toBe(libraryAccepts(msisdn));
    }
  });

  it("says what libphonenumber says for any New Zealand or Australian number", () => {
    const digits = (max: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: max });
    const numbers = fc.oneof(
      digits(9).map((rest) => `642${rest}`),
      digits(10).map((rest) => `64${rest}`),
      digits(9).map((rest) => `614${rest}`),
      digits(13).map((rest) => `${rest}`),
    );
    fc.assert(
      fc.property(numbers, (msisdn) => {
        fc.pre(!msisdn.startsWith("640"));
        expect(canReceiveSms(msisdn)).toBe(libraryAccepts(msisdn));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("callingCode", () => {
  test.each([
    ["64211234567", "64"],
    ["61412345678", "61"],
    ["12025550123", "1"],
    ["12425550123", "1"],
    ["79161234567", "7"],
    ["35312345678", "353"],
    ["6823123456", "682"],
    ["881612345678", "881"],
    ["999123456", null],
    ["210123456", null],
    ["", null],
  ])("of %s is %s", (msisdn, code) => {
    expect(callingCode(msisdn)).toBe(code);
  });
});

describe("isNewZealand", () => {
  it("goes by the calling code", () => {
    expect(isNewZealand("64211234567")).toBe(true);
    expect(isNewZealand("61412345678")).toBe(false);
    expect(isNewZealand("6823123456")).toBe(false);
    expect(NEW_ZEALAND).toBe("64");
  });
});
