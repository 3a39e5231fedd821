import { expect, test } from "vitest";
import { explainedRoute, explainedSender } from "@/app/admin/networks/_components/routes/explained-route";

test.each([
  [{}, "All"],
  [{ sender: "552", prefix: "64" }, "from 552, to 64…"],
  [
    { account: 7, network: "53001", sendType: "otp", messageClass: "marketing" },
    "account 7, to network 53001, type otp, class marketing",
  ],
])("a route with %j is for messages %s", (route, words) => {
  expect(explainedRoute(route)).toBe(words);
});

test.each([
  ["552", "552"],
  [{ sender: "552", source: "64210030552" }, "552 as 64210030552"],
  [{ sender: "552", ton: 1, npi: 0 }, "552 (type 1, plan 0)"],
  [{ sender: "552", source: "PIZZA", ton: 5 }, "552 as PIZZA (type 5)"],
  [{ sender: "552", ton: 1, zeroRated: true }, "552 (type 1, zero-rated)"],
  [{ sender: "552", zeroRated: true }, "552 (zero-rated)"],
])("a sender %j is named %s", (sender, words) => {
  expect(explainedSender(sender)).toBe(words);
});
