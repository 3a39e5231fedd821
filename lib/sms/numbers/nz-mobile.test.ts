import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readNzMobile } from "@/lib/sms/numbers/nz-mobile";

describe("readNzMobile", () => {
  test.each([
    ["021234567", "6421234567"],
    ["0211234567", "64211234567"],
    ["02041234567", "642041234567"],
    ["6421234567", "6421234567"],
    ["642041234567", "642041234567"],
    ["+64211234567", "64211234567"],
    [" +64 21 123 4567 ", "64211234567"],
    ["+ 64211234567", "64211234567"],
    ["021 123 4567", "64211234567"],
    ["021\u00a0123\u20094567", "64211234567"],
    ["+0211234567", "64211234567"],
    ["0230000000", "64230000000"],
    ["\u202a+64 21 123 4567\u202c\u200e", "64211234567"],
  ])("reads %j as %s", (text, msisdn) => {
    expect(readNzMobile(text)).toEqual({ msisdn });
  });

  test.each([
    ["", "too_short"],
    ["+", "too_short"],
    ["02123456", "too_short"],
    ["642123456", "too_short"],
    ["64", "too_short"],
    ["03123456", "too_short"],
    ["12345678", "too_short"],
    ["021123456789", "too_long"],
    ["6421123456789", "too_long"],
    ["0064211234567", "too_long"],
    ["447911123456", "too_long"],
    ["034567890", "bad_prefix"],
    ["01123456789", "bad_prefix"],
    ["6434567890", "bad_prefix"],
    ["640211234567", "bad_prefix"],
    ["001234567", "bad_prefix"],
    ["211234567", "bad_format"],
    ["61412345678", "bad_format"],
    ["021-123-4567", "bad_format"],
    ["(021) 123 4567", "bad_format"],
    ["021123456x", "bad_format"],
    ["++64211234567", "bad_format"],
    ["64+211234567", "bad_format"],
    ["x", "bad_format"],
    ["٠٢١١٢٣٤٥٦٧", "bad_format"],
  ])("finds %j wrong: %s", (text, invalid) => {
    expect(readNzMobile(text)).toEqual({ invalid });
  });

  it("takes a number in either form for the same, and exactly those of 9 to 11 digits that begin with 02", () => {
    const rest = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(rest, (digits) => {
        const read = readNzMobile(`0${digits}`);
        expect(readNzMobile(`+64${digits}`)).toEqual(read);
        expect("msisdn" in read).toBe(/^2\d{7,9}$/.test(digits));
      }),
    );
  });

  it("never throws, and gives what its own answer is read as again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const read = readNzMobile(text);
        if ("msisdn" in read) expect(readNzMobile(read.msisdn)).toEqual(read);
      }),
    );
  });
});
