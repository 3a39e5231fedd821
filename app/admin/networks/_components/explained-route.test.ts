import { expect, test } from "vitest";
import { explainedRoute } from "@/app/admin/networks/_components/explained-route";

test.each([
  [{}, "All"],
  [{ sender: "552", prefix: "64" }, "from 552, to 64…"],
  [
    { account: 7, network: "53001", sendType: "otp", messageClass: "marketing" },
    "of account 7, to network 53001, of the type otp, of the class marketing",
  ],
])("a route with %j is for messages %s", (route, words) => {
  expect(explainedRoute(route)).toBe(words);
});
