import { expect, it } from "vitest";
import { DELIVERY_OUTCOMES, failureOf, outcomeOf } from "@/lib/contracts/base/delivery-outcomes";
import { DELIVERY_STATUSES, reportedStatus } from "@/lib/sms/status";

it("explains every delivery status, and every code with the status that it stands for", () => {
  const explained = new Set(DELIVERY_OUTCOMES.map(({ status }) => status));
  expect([...explained].sort()).toEqual([...DELIVERY_STATUSES].sort());
  expect(new Set(DELIVERY_OUTCOMES.map(({ id }) => id)).size).toBe(DELIVERY_OUTCOMES.length);
  for (let code = -20; code <= 100; code++) {
    const status = reportedStatus(code);
    if (status === null) continue;
    expect(DELIVERY_OUTCOMES.find((outcome) => outcome.status === status)?.codes).toContain(code);
  }
});

it("has a cause for what failed alone", () => {
  expect(failureOf("DELIVRD", null)).toBeUndefined();
  expect(failureOf("HELD", null)).toBeUndefined();
  expect(failureOf("UNDELIV", null)?.codes).toEqual([2, 16]);
  expect(failureOf("BLOCKED", "invalid_number")?.id).toBe("BLOCKED-invalid_number");
  expect(failureOf("BLOCKED", "unsubscribed")).toMatchObject({ isWorthRepeating: false });
});

it("explains what has not failed too", () => {
  for (const status of DELIVERY_STATUSES) expect(outcomeOf(status, null).status).toBe(status);
  expect(outcomeOf("BLOCKED", "invalid_number").id).toBe("BLOCKED-invalid_number");
  expect(outcomeOf("BLOCKED", null).id).toBe("BLOCKED-unsubscribed");
});
