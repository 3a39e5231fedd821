import { beforeAll, describe, expect, it, test } from "vitest";
import { POST } from "@/app/gateway/billing/query/route";
import type { BillingSummaryResponse } from "@/lib/contracts/gateway/billing-query";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
});

const range = (start_date: unknown, end_date: unknown) => ({ start_date, end_date });

function query(parameters: object) {
  const { userId, password } = account;
  return call<BillingSummaryResponse>(POST, { json: { userId, password, ...parameters } });
}

describe("the period of a billing query", () => {
  it("is taken from a form and a query string too", async () => {
    const { userId, password } = account;
    const form = { userId, password, start_date: "2026-01-01", end_date: "2027-01-01" };
    const called = await call<BillingSummaryResponse>(POST, { form, query: { rateCode: "old" } });
    expect(called).toMatchObject({ status: 200, body: { filters: { start_date: "2026-01-01 00:00:00" } } });
  });

  test.each([
    ["2026-01-01 23:00:00", "2027-01-02 23:00:00"],
    ["2026-01-01", "2027-01-02 00:00:00"],
    // Periods that contain a clock change, with a day of 23 or 25 hours.
    ["2026-04-05 01:30:00", "2027-04-06 01:30:00"],
    ["2025-09-28 01:30:00", "2026-09-29 01:30:00"],
  ])("takes 366 times 24 hours of the calendar, to the second: %s to %s", async (from, until) => {
    expect((await query(range(from, until))).status).toBe(200);
    const later = `${until.slice(0, -1)}1`;
    expect((await query(range(from, later))).status).toBe(400);
  });

  test.each(["2026-00", "November", "", 202611, ["2026-11"], { a: 1 }])(
    "passes over a month beside a range, whatever it says: %o",
    async (month) => {
      const { status, body } = await query({ month, ...range("2026-11-01", "2026-11-02") });
      expect(status).toBe(200);
      expect(body.filters).toMatchObject({
        start_date: "2026-11-01 00:00:00",
        end_date: "2026-11-02 23:59:59",
      });
    },
  );
});
