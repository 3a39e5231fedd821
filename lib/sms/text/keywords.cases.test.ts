import { expect, test } from "vitest";
import { optOutKeyword } from "@/lib/sms/text/keywords";
import cases from "@/lib/sms/text/keywords.cases.json";

test.each(cases as [text: string, keyword: string | null][])("%j is the keyword %s", (text, keyword) => {
  expect(optOutKeyword(text)).toBe(keyword);
});
