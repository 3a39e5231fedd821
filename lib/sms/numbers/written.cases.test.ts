import { expect, test } from "vitest";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import cases from "@/lib/sms/numbers/written.cases.json";

test.each(cases as [written: string, msisdn: string | null][])("%j is read as %s", (written, msisdn) => {
  expect(normaliseMsisdn(written)).toBe(msisdn);
});
