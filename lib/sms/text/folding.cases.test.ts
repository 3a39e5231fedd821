import { expect, test } from "vitest";
import { toGsm7 } from "@/lib/sms/text/encoding";
import cases from "@/lib/sms/text/folding.cases.json";

test.each(cases as [text: string, sent: string][])("%j is sent as %j", (text, sent) => {
  expect(toGsm7(text)).toBe(sent);
  expect(toGsm7(sent)).toBe(sent);
});
