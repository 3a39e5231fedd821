import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { maskCode, otpText } from "@/lib/sms/text/otp-text";
import { countParts, countSeptets } from "@/lib/sms/text/segments";

const given = { code: "482913", company: "Acme", comment: undefined, webOtpHost: undefined };
const HOST = "login.acme.co.nz";

describe("otpText", () => {
  test.each([
    [{}, "482913 is your Acme verification code"],
    [{ comment: "Valid for 5 minutes." }, "482913 is your Acme verification code Valid for 5 minutes."],
    [{ webOtpHost: HOST }, `482913 is your Acme verification code\n@${HOST} #482913`],
    [
      { comment: "Valid for 5 minutes.", webOtpHost: HOST },
      `482913 is your Acme verification code Valid for 5 minutes.\n@${HOST} #482913`,
    ],
    [{ code: "0042" }, "0042 is your Acme verification code"],
    [{ company: "Café “Māori”" }, '482913 is your Cafe "Maori" verification code'],
  ])("builds %j", (changes, text) => {
    expect(otpText({ ...given, ...changes })).toBe(text);
  });

  it("cuts the comment, and nothing else, so that all of it fits 160 septets", () => {
    const comment = "x".repeat(200);
    const plain = otpText({ ...given, comment }) as string;
    expect(plain).toHaveLength(160);
    expect(plain.startsWith("482913 is your Acme verification code xxx")).toBe(true);
    const marked = otpText({ ...given, comment, webOtpHost: HOST }) as string;
    expect(marked).toHaveLength(160);
    expect(marked.endsWith(`x\n@${HOST} #482913`)).toBe(true);
    // Two septets each. A pair that does not fit is left out whole.
    const wide = otpText({ ...given, comment: "~".repeat(200) }) as string;
    expect(countSeptets(wide)).toBe(160);
    expect(countSeptets(otpText({ ...given, company: "Acme1", comment: "~".repeat(200) }) as string)).toBe(
      159,
    );
  });

  it("leaves no space behind a comment that is cut away", () => {
    const company = "c".repeat(160 - "482913 is your  verification code".length - 1);
    expect(otpText({ ...given, company, comment: "x" })).toBe(`482913 is your ${company} verification code`);
  });

  it("is null when the company alone does not fit, with the marker counted", () => {
    const most = 160 - "482913 is your  verification code".length;
    expect(otpText({ ...given, company: "c".repeat(most) })).toHaveLength(160);
    expect(otpText({ ...given, company: "c".repeat(most + 1) })).toBeNull();
    expect(otpText({ ...given, company: "c".repeat(most), webOtpHost: HOST })).toBeNull();
  });

  test("any company and comment make one part, with the marker last", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 130 }),
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.boolean(),
        (company, comment, marked) => {
          const text = otpText({ ...given, company, comment, webOtpHost: marked ? HOST : undefined });
          if (text === null) return;
          expect(countParts(text, "GSM-7")).toBe(1);
          expect(text.startsWith("482913 is your ")).toBe(true);
          if (marked) expect(text.endsWith(`\n@${HOST} #482913`)).toBe(true);
        },
      ),
    );
  });
});

describe("maskCode", () => {
  it("masks occurrences that overlap", () => {
    expect(maskCode("121212", "1212")).toBe("******");
    expect(maskCode("11112", "1111")).toBe("****2");
  });

  it("masks the code wherever it stands, and keeps the length", () => {
    const text = otpText({ ...given, comment: "Type 482913.", webOtpHost: HOST }) as string;
    expect(maskCode(text, given.code)).toBe(
      `****** is your Acme verification code Type ******.\n@${HOST} #******`,
    );
  });
});

test.each([
  ["0000", "000000", "******"],
  ["1212", "x1212123", "x******3"],
  ["4829", "4829 is your code 4829, not 482", "**** is your code ****, not 482"],
  ["4829", "nothing of it", "nothing of it"],
])("code %s in '%s' is kept as '%s'", (code, text, masked) => {
  expect(maskCode(text, code)).toBe(masked);
});
