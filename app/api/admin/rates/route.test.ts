import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { listRates, type RateRecord } from "@/lib/contracts/admin/rates";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON, sendFrom } from "@/tests/support/server/send";

const { POST: change } = handlersOf("/api/admin/rates/change");
const { POST: remove } = handlersOf("/api/admin/rates/remove");
const { GET, POST } = handlersOf("/api/admin/rates");

// The initial rates: 64 and 61 at 0.10, all others at 0.18.
useTestDatabase({ each: true });

let administrator: TestAccount;
beforeEach(async () => {
  administrator = await testAccount({ admin: true });
});

const administer = (handler: Handler, json: object) => ask(handler, administrator, { json });

async function list(): Promise<RateRecord[]> {
  const { body } = await ask<{ rates: RateRecord[] }>(GET, administrator, { query: {} });
  expect(body).toEqual(listRates.response.parse(body));
  return body.rates;
}

const codes = async () => (await list()).map(({ callingCode }) => callingCode);

const activities = async () =>
  (await db().prisma.activity.findMany({ orderBy: { id: "asc" } })).map(({ action, accountId, details }) => ({
    action,
    own: accountId === administrator.accountId,
    details,
  }));

describe("the rate table", () => {
  it("lists every price with its countries, the standard ones first and the default last", async () => {
    await administer(POST, { callingCode: "44", price: "0.09" });
    expect(await list()).toMatchObject([
      { callingCode: "61", price: "0.10", isStandard: true },
      { callingCode: "64", places: ["New Zealand"], price: "0.10", templatePrice: "0.08" },
      { callingCode: "44", price: "0.09", templatePrice: null, isStandard: false },
      { callingCode: "*", places: [], price: "0.18" },
    ]);
    expect((await list())[0]?.places[0]).toBe("Australia");
  });

  it("takes a new destination, whose messages cost its price within five seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    try {
      const account = await testAccount({ country: "AU" });
      const charge = async () =>
        (await sendFrom<{ sandbox_would_charge: number }>(account, { to: "447700900123", sandbox: true }))
          .body.sandbox_would_charge;
      expect(await charge()).toBe(0.18);
      expect((await administer(POST, { callingCode: "+44", price: "0.05" })).status).toBe(200);
      vi.setSystemTime(NOON.getTime() + 5_000);
      expect(await charge()).toBe(0.05);
      await administer(remove, { callingCode: "44" });
      vi.setSystemTime(NOON.getTime() + 10_000);
      expect(await charge()).toBe(0.18);
    } finally {
      vi.useRealTimers();
    }
  });

  it("takes new prices in place of a destination's, also of the default's", async () => {
    await administer(change, { callingCode: "64", price: "0.11", isStandard: true });
    await administer(change, { callingCode: "*", price: "0.2", templatePrice: "0.15" });
    expect(await list()).toMatchObject([
      { callingCode: "61" },
      { callingCode: "64", price: "0.11", templatePrice: null, isStandard: true },
      { callingCode: "*", price: "0.20", templatePrice: "0.15", isStandard: false },
    ]);
  });

  it("loses a destination, and never its default row", async () => {
    expect((await administer(remove, { callingCode: "61" })).status).toBe(200);
    expect(await administer(remove, { callingCode: "61" })).toMatchObject({ status: 404 });
    expect(await administer(remove, { callingCode: "*" })).toMatchObject({ status: 409 });
    expect(await codes()).toEqual(["64", "*"]);
  });

  it("has each change written down with the administrator", async () => {
    await administer(POST, { callingCode: "44", price: "0.09" });
    await administer(change, { callingCode: "44", price: "0.08", isStandard: true });
    await administer(remove, { callingCode: "44" });
    const row = { "calling code": "44", "template price": null };
    const action = "rate_changed";
    expect(await activities()).toEqual([
      { action, own: true, details: { ...row, change: "added", price: "0.09", standard: false } },
      {
        action,
        own: true,
        details: { ...row, change: "changed", price: "0.08", "price before": "0.09", standard: true },
      },
      { action, own: true, details: { change: "removed", "calling code": "44", "price before": "0.08" } },
    ]);
  });

  test.each([
    [POST, { callingCode: "64", price: "0.1" }, 409],
    [POST, { callingCode: "*", price: "0.1" }, 400],
    [POST, { callingCode: "999", price: "0.1" }, 400],
    [POST, { callingCode: "0", price: "0.1" }, 400],
    [POST, { callingCode: "44", price: "-0.1" }, 400],
    [POST, { callingCode: "44" }, 400],
    [POST, { callingCode: "44", price: "0.1", templatePrice: "x" }, 400],
    [change, { callingCode: "44", price: "0.1" }, 404],
  ])("refuses %o as %j, and stays as it is", async (handler, json, status) => {
    const before = await list();
    expect(await administer(handler, json)).toMatchObject({ status });
    expect(await list()).toEqual(before);
    expect(await activities()).toEqual([]);
  });
});
