import { expect, it } from "vitest";
import { actionWords, detailWords } from "@/components/words/activity-words";

it.each([
  ["api_key_created", "API key created"],
  ["second_factor_on", "Two-factor authentication turned on"],
  ["message_deleted", "Message cancelled"],
  ["domain_request_withdrawn", "Domain request withdrawn"],
])("calls %s what people call it", (action, words) => {
  expect(actionWords(action)).toBe(words);
});

it.each([
  [{ email: "ann@example.com", role: "read-only" }, "email: ann@example.com, role: Read-only"],
  [{ kind: "report", endedEvents: 3 }, "kind: delivery reports, events marked as failed: 3"],
  [{ kind: "day", amount: "25" }, "kind: charges in a day pass, amount: 25"],
  [{ name: "Shop", enabled: false }, "name: Shop, enabled: off"],
  [{ changed: "noticeEmails, legacySendEnabled" }, "changed: notification emails, legacy endpoint"],
  [{ to: "64211234567", givenBack: "0.115", note: null, list: "" }, "to: 64211234567, refunded: 0.115"],
  [{ standard: true, "price before": "0.1", leftOut: 2 }, "standard: yes, price before: 0.1, left out: 2"],
])("says %j in the words of the pages", (details, words) => {
  expect(detailWords(details)).toBe(words);
});
