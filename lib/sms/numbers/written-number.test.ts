import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

it.each([
  ["64215551781", "021 555 1781"],
  ["6421555178", "021 555 178"],
  ["642155517812", "021 5551 7812"],
  ["61412345678", "+61412345678"],
  ["6495551781", "+6495551781"],
  ["552", "552"],
  ["Aroha", "Aroha"],
])("writes %s as %s", (msisdn, written) => {
  expect(writtenNumber(msisdn)).toBe(written);
});

it("writes a mobile number so that it is read as the same number again", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^642[0-9]{7,9}$/), (msisdn) => {
      expect(normaliseMsisdn(writtenNumber(msisdn))).toBe(normaliseMsisdn(msisdn));
    }),
  );
});
