import fc from "fast-check";
import metadata from "libphonenumber-js/max/metadata";
import { expect, it } from "vitest";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

it.each([
  ["64215551781", "021 555 1781"],
  ["6421555178", "021 555 178"],
  ["642155517812", "021 5551 7812"],
  ["6495551781", "09 555 1781"],
  ["61412345678", "+61 412 345 678"],
  ["14155552671", "+1 415 555 2671"],
  ["447911123456", "+44 791 112 3456"],
  ["6799123456", "+679 912 3456"],
  ["85212345678", "+852 1234 5678"],
  ["552", "552"],
  ["Aroha", "Aroha"],
])("writes %s as %s", (msisdn, written) => {
  expect(writtenNumber(msisdn)).toBe(written);
});

it("parts the calling code from the rest, for all that are in use", () => {
  for (const code of Object.keys(metadata.country_calling_codes).filter((each) => each !== "64"))
    expect(writtenNumber(`${code}23456789`)).toBe(`+${code} 2345 6789`);
});

it("writes a number so that it is read as the same number again", () => {
  const mobiles = fc.stringMatching(/^642[0-9]{7,9}$/);
  fc.assert(
    fc.property(fc.oneof(mobiles, fc.stringMatching(/^[1-9][0-9]{6,14}$/)), (msisdn) => {
      expect(normaliseMsisdn(writtenNumber(msisdn))).toBe(normaliseMsisdn(msisdn));
    }),
  );
});
