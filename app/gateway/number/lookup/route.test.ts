import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { GET, POST } from "@/app/gateway/number/lookup/route";
import { ERRORS } from "@/lib/contracts/base/error";
import { type NumberLookupResponse, numberLookupResponse } from "@/lib/contracts/gateway/number-lookup";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { lookupNumber } from "@/lib/numbers/lookup";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { books, call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  const portedAt = new Date("2026-03-01T00:00:00Z");
  await accountsDb().prisma.portedNumber.createMany({
    data: [
      { msisdn: "64211234567", networkCode: "53005", portedAt },
      { msisdn: "64217654321", networkCode: "53001", portedAt },
      { msisdn: "64230000001", networkCode: "53024", portedAt },
    ],
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  reloadEnv();
});

async function lookup(number: unknown, { userId, password }: TestAccount = account) {
  type Body = NumberLookupResponse & { error: string; message: string; code: keyof typeof ERRORS };
  const called = await call<Body>(POST, { json: { userId, password, number } });
  if (called.status === 200) expect(called.body).toEqual(numberLookupResponse.parse(called.body));
  else expect(called.status).toBe(ERRORS[called.body.code].status);
  return called;
}

function priceIs(dollars: string): void {
  vi.stubEnv("LOOKUP_PRICE", dollars);
  reloadEnv();
}

const lookups = (accountId: number) =>
  accountsDb().prisma.ledgerEntry.findMany({ where: { accountId, kind: "lookup" } });

describe("a number lookup", () => {
  it("answers the network a number was issued by and the one that has it now", async () => {
    expect((await lookup("021 123 4567")).body).toEqual({
      success: true,
      number: "64211234567",
      carrier: "Spark",
      ported: true,
      original_network: "One NZ",
      current_network: "Spark",
      network_code: "53005",
    });
  });

  test.each([
    ["0210000000", "One NZ", "53001"],
    ["0220000000", "2degrees", "53024"],
    ["0260000000", "Spark", "53005"],
    ["0270000000", "Spark", "53005"],
    ["0280000000", "One NZ (MVNO)", "53001"],
    ["0290000000", "One NZ", "53001"],
    ["0204000000", "Spark", "53005"],
    ["0203000000", "2degrees (MVNO)", "53024"],
    // The prefix is in no list of ours, but the number is valid.
    ["0230000000", "Unknown", ""],
  ])("answers that %s is with %s where it has not been ported", async (number, network, code) => {
    expect((await lookup(number)).body).toEqual({
      success: true,
      number: `64${number.slice(1)}`,
      carrier: network,
      ported: false,
      original_network: network,
      current_network: network,
      network_code: code,
    });
  });

  it("calls a number that has come back to its first network not ported", async () => {
    const { body } = await lookup("0217654321");
    expect(body).toMatchObject({ ported: false, carrier: "One NZ", original_network: "One NZ" });
  });

  it("knows the network that took over a number of an unknown one", async () => {
    expect((await lookup("0230000001")).body).toMatchObject({
      ported: true,
      original_network: "Unknown",
      current_network: "2degrees",
      network_code: "53024",
    });
  });

  test.each([
    ["021234567", "6421234567"],
    ["6421234567", "6421234567"],
    ["+64 204 123 4567", "642041234567"],
    ["02041234567", "642041234567"],
    [" + 64 21 123 4567", "64211234567"],
  ])("takes %j", async (number, msisdn) => {
    expect((await lookup(number)).body).toMatchObject({ success: true, number: msisdn });
  });

  it("takes its number from a query string, where a plus is a space, and from a form", async () => {
    const { userId, password } = account;
    const query = new URLSearchParams({ userId, password });
    for (const options of [
      { query: `${query}&number=+64211234567` },
      { form: { userId, password, number: "+64 21 123 4567" } },
    ]) {
      expect(await call(POST, options)).toMatchObject({ status: 200, body: { number: "64211234567" } });
    }
  });
});

describe("a number that is none", () => {
  const SHORT = "Number too short. NZ mobile numbers must be 9-11 digits (e.g., 021234567).";
  const LONG = "Number too long. NZ mobile numbers must be 9-11 digits (e.g., 021234567).";
  const PREFIX = "Invalid prefix. NZ mobile numbers must start with 02X (e.g., 021, 022, 027).";
  const FORMAT = "Invalid format. NZ mobile numbers must start with 02X (local) or 642X (international).";

  test.each([
    ["02123456", SHORT],
    ["642123456", SHORT],
    ["+64 2123 456", SHORT],
    ["021234567890", LONG],
    ["64212345678901", LONG],
    ["034567890", PREFIX],
    ["6434567890", PREFIX],
    ["211234567", FORMAT],
    ["61412345678", FORMAT],
    ["021-123-4567", FORMAT],
    ["++6421234567", FORMAT],
    ["mobile", FORMAT],
  ])("%j is answered with 400 and its text, and costs nothing", async (number, message) => {
    const own = await testAccount();
    const { status, body } = await lookup(number, own);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: "Invalid number", message, code: "invalid_number" });
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
  });

  test.each([
    [undefined, "Parameter 'number' is required.", "missing_parameter"],
    ["", "Parameter 'number' is required.", "missing_parameter"],
    [6421234567, "Parameter 'number' must be a text.", "invalid_parameter"],
    [["021234567"], "Parameter 'number' must be a text.", "invalid_parameter"],
    ["021\u0000234567", /^Parameter 'number' must not contain a NUL character/, "invalid_parameter"],
  ])("%j is answered with 400", async (number, error, code) => {
    const { status, body } = await lookup(number);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, error: expect.stringMatching(error) });
  });
});

describe("the fee", () => {
  test.each([
    ["NZ", 5_000n, 750n],
    ["AU", 5_000n, 0n],
  ])(
    "of an account in %s is %d and %d of GST, in the ledger under its own kind",
    async (country, net, gst) => {
      vi.useFakeTimers({ toFake: ["Date"], now: NOON });
      const own = await testAccount({ country });
      await lookup("021234567", own);
      const left = 10_000_000n - net - gst;
      expect(await books(own.accountId)).toEqual({ balance: left, ledger: left, entries: 2 });
      expect(await lookups(own.accountId)).toMatchObject([
        {
          amountMicros: -(net + gst),
          netMicros: net,
          gstMicros: gst,
          note: "Number lookup",
          createdAt: NOON,
        },
      ]);
    },
  );

  it("is taken again for a repeat", async () => {
    const own = await testAccount();
    expect((await lookup("021234567", own)).body).toEqual((await lookup("021234567", own)).body);
    expect(await books(own.accountId)).toMatchObject({ balance: 9_988_500n, entries: 3 });
  });

  it("may use up the balance to the last of it, and then it is 403 and nothing is charged", async () => {
    const own = await testAccount({ balanceMicros: 5_750n + 5_749n });
    expect((await lookup("021234567", own)).status).toBe(200);
    const { status, body } = await lookup("021234567", own);
    expect([status, body.code, body.success]).toEqual([403, "insufficient_funds", false]);
    expect(await books(own.accountId)).toEqual({ balance: 5_749n, ledger: 5_749n, entries: 2 });
    // The number is validated before the balance is checked.
    expect((await lookup("02123", own)).status).toBe(400);
  });

  it("is never taken beyond the balance, however many come at once", async () => {
    const own = await testAccount({ balanceMicros: 5_750n * 7n });
    const all = await Promise.all(Array.from({ length: 40 }, () => lookup("021234567", own)));
    const statuses = all.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(7).fill(200), ...Array(33).fill(403)]);
    expect(await books(own.accountId)).toMatchObject({ balance: 0n, ledger: 0n });
    expect(await lookups(own.accountId)).toHaveLength(7);
  });

  it("follows the setting, rounded half-up; nothing is no entry, and is given without a balance", async () => {
    const own = await testAccount({ balanceMicros: 20_000n });
    priceIs("0.000010");
    await lookup("021234567", own);
    expect(await lookups(own.accountId)).toMatchObject([
      { amountMicros: -12n, netMicros: 10n, gstMicros: 2n },
    ]);
    priceIs("0");
    const poor = await testAccount({ balanceMicros: 0n });
    expect((await lookup("021234567", poor)).status).toBe(200);
    expect(await books(poor.accountId)).toEqual({ balance: 0n, ledger: 0n, entries: 0 });
  });

  it("is not taken from an account that has been disabled meanwhile", async () => {
    const own = await testAccount();
    const caller = await accountsDb().prisma.account.update({
      where: { id: own.accountId },
      data: { status: "disabled" },
    });
    const late = lookupNumber(
      accountsDb(),
      { ...caller, accountId: own.accountId },
      { number: "021234567", feeMicros: 5_000n },
      NOON,
    );
    await expect(late).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
  });

  it("is not taken when the look-up itself fails", async () => {
    const own = await testAccount();
    await accountsDb().query(sql`alter table ported_numbers rename network_code to network_code_away`);
    const { status } = await lookup("021234567", own);
    await accountsDb().query(sql`alter table ported_numbers rename network_code_away to network_code`);
    expect(status).toBe(500);
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
  });

  it("is no message: the billing query's sums know nothing of it", async () => {
    const own = await testAccount();
    await lookup("021234567", own);
    expect(await accountsDb().prisma.billingDay.count({ where: { accountId: own.accountId } })).toBe(0);
  });
});

describe("who may look up", () => {
  it("is 401 without credentials or with wrong ones, and nothing is charged; 405 to GET", async () => {
    const own = await testAccount();
    expect((await lookup("021234567", { ...own, password: "wrong" })).status).toBe(401);
    expect((await call(POST, { form: { number: "021234567" } })).status).toBe(401);
    // The credentials are checked before the parameters.
    expect((await lookup("nonsense", { ...own, password: "wrong" })).status).toBe(401);
    expect(await books(own.accountId)).toMatchObject({ balance: 10_000_000n, entries: 1 });
    const got = await call(GET, { method: "GET" });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("pays for itself and for nobody else", async () => {
    const [mine, theirs] = [await testAccount(), await testAccount()];
    await lookup("021234567", mine);
    expect((await books(mine.accountId)).balance).toBe(9_994_250n);
    expect((await books(theirs.accountId)).balance).toBe(10_000_000n);
  });
});
