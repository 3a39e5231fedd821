import { beforeEach, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { approveDomain } from "@/lib/domains/approve-domain";
import { discardHeld, MAX_HELD_MS } from "@/lib/domains/discard-held";
import { releaseHeld, sweepHeld } from "@/lib/domains/release-held";
import { unapprovedHosts } from "@/lib/domains/unapproved-hosts";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { looksInto, recording } from "@/tests/support/database/plans";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books, emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const LANDLINE = "6493001234";
const QUIET = { start: "21:00", end: "07:00" };
// 12:00 and 23:00 in New Zealand, daylight time.
const NOON = new Date("2026-11-20T23:00:00Z");
const NIGHT = new Date("2026-11-21T10:00:00Z");
const MORNING = new Date("2026-11-21T18:00:00Z");

async function held(accountId: number, hosts: string[], msisdns = ["64211234567"]): Promise<void> {
  const items = msisdns.map((msisdn) =>
    testItem({ msisdn, dueAt: null, invalidNumber: msisdn === LANDLINE }),
  );
  await accept(db(), [testSubmission(accountId, { heldHosts: hosts, items })], NOON, () => "");
}

async function dueTimes(accountId: number): Promise<(Date | null)[]> {
  return (await messagesOf(accountId)).map(({ dueAt }) => dueAt);
}

describe("approveDomain", () => {
  it("releases at once what waited for it alone, and nothing of another account", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await held(own.accountId, ["www.example.co.nz"]);
    await held(own.accountId, ["www.example.co.nz", "bit.ly"]);
    await held(other.accountId, ["www.example.co.nz"]);
    expect(
      await approveDomain(db(), { accountId: own.accountId, domain: "Example.co.nz" }, NOON, QUIET),
    ).toBe(1);
    expect(await dueTimes(own.accountId)).toEqual([NOON, null]);
    expect(await dueTimes(other.accountId)).toEqual([null]);
    expect(await approveDomain(db(), { accountId: own.accountId, domain: "bit.ly" }, NOON, QUIET)).toBe(1);
    expect(await dueTimes(own.accountId)).toEqual([NOON, NOON]);
    expect(await approveDomain(db(), { accountId: own.accountId, domain: "bit.ly" }, NOON, QUIET)).toBe(0);
  });

  it("lets New Zealand numbers wait for the morning at night, and no others", async () => {
    const { accountId } = await testAccount();
    await held(accountId, ["example.com"], ["64211234567", "61412345678"]);
    await approveDomain(db(), { accountId, domain: "example.com" }, NIGHT, QUIET);
    expect(await dueTimes(accountId)).toEqual([MORNING, NIGHT]);
  });

  it("does not take a longer or a shorter name for the same domain", async () => {
    const { accountId } = await testAccount();
    await held(accountId, ["notexample.com"]);
    await held(accountId, ["example.com"]);
    await approveDomain(db(), { accountId, domain: "shop.example.com" }, NOON, QUIET);
    expect(await dueTimes(accountId)).toEqual([null, null]);
    await approveDomain(db(), { accountId, domain: "example.com" }, NOON, QUIET);
    expect(await dueTimes(accountId)).toEqual([null, NOON]);
  });

  test.each(["co.nz", "github.io", "com", "https://example.com", "example.com/x", "not a domain", ""])(
    "refuses %j",
    async (domain) => {
      const { accountId } = await testAccount();
      await expect(approveDomain(db(), { accountId, domain }, NOON, QUIET)).rejects.toMatchObject({
        status: 400,
      });
    },
  );
});

describe("sweepHeld", () => {
  it("finds what was accepted while its domain was being approved", async () => {
    const { accountId } = await testAccount();
    await approveDomain(db(), { accountId, domain: "example.com" }, NOON, QUIET);
    await held(accountId, ["example.com"]);
    expect(await sweepHeld(db(), NOON, QUIET)).toBe(1);
    expect(await dueTimes(accountId)).toEqual([NOON]);
    expect(await sweepHeld(db(), NOON, QUIET)).toBe(0);
  });

  it("works through more than one batch, once, with two servers at it", async () => {
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    await held(accountId, ["example.com"], Array(2500).fill("64211234567"));
    await db().prisma.approvedDomain.create({ data: { accountId, domain: "example.com", approvedAt: NOON } });
    const released = await Promise.all([sweepHeld(db(), NOON, QUIET), sweepHeld(db(), NOON, QUIET)]);
    expect(released[0] + released[1]).toBe(2500);
  });
});

describe("many held messages", () => {
  const many = (hosts: string[], count: number) => held(accountId, hosts, Array(count).fill("64211234567"));
  const approve = () =>
    db().prisma.approvedDomain.create({ data: { accountId, domain: "example.com", approvedAt: NOON } });
  const changing = (asked: readonly Sql[]) => asked.filter(({ text }) => /update|delete/.test(text)).length;
  const stillHeld = async () => (await dueTimes(accountId)).filter((at) => at === null).length;
  let accountId: number;
  beforeEach(async () => {
    await db().query(sql`update message_queue set held = false where held`);
    ({ accountId } = await testAccount({ balanceMicros: 1_000_000_000n }));
  });

  it("are looked at once each by a release", async () => {
    await many(["bit.ly"], 1_500);
    await many(["example.com"], 2_000);
    await approve();
    const { database, asked } = recording();
    expect(await releaseHeld(database, accountId, NOON, QUIET)).toBe(2_000);
    expect(changing(asked)).toBe(4);
    expect(await stillHeld()).toBe(1_500);
  });

  it("are looked at once each where some are deleted", async () => {
    await many(["bit.ly"], 1_500);
    await many(["example.com"], 2_001);
    const { database, asked } = recording();
    const selection = { accountId, hosts: ["example.com"], acceptedUntil: NIGHT };
    expect(await discardHeld(database, selection, NIGHT)).toBe(2_001);
    const found = asked.filter(({ text }) => text.includes("skip locked"));
    const looked = await Promise.all(found.map((statement) => looksInto(db(), "messages", statement)));
    // The first read finds all messages to delete, and passes the messages of the other host. Later reads pass none.
    expect(looked).toEqual([1_500, 0, 0]);
  });

  it("are swept a part at a time, where none is ready", async () => {
    await many(["bit.ly"], 2_500);
    await many(["example.com"], 10);
    await approve();
    const sweeps = async () => {
      const released: number[] = [];
      for (const minute of [0, 1, 2, 3]) {
        const at = new Date(NOON.getTime() + minute * 60_000);
        released.push(await sweepHeld(db(), at, QUIET, 1));
      }
      return released.sort((a, b) => a - b);
    };
    expect(await sweeps()).toEqual([0, 0, 0, 10]);
    await many(["example.com"], 1_200);
    expect(await sweeps()).toEqual([0, 0, 0, 1_200]);
    expect(await stillHeld()).toBe(2_500);
  });
});

describe("unapprovedHosts", () => {
  it("asks for the account's own approvals of the host or a domain above it", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await approveDomain(db(), { accountId: own.accountId, domain: "example.co.nz" }, NOON, QUIET);
    const text = "a.b.example.co.nz, example.co.nz/x, other.nz and http://10.0.0.1/";
    expect(await unapprovedHosts(db(), own.accountId, text)).toEqual(["10.0.0.1", "other.nz"]);
    expect(await unapprovedHosts(db(), other.accountId, "example.co.nz")).toEqual(["example.co.nz"]);
    expect(await unapprovedHosts(db(), other.accountId, "no link here")).toEqual([]);
  });
});

describe("discardHeld", () => {
  it("deletes held messages and gives their price back, once", async () => {
    const { accountId } = await testAccount();
    await held(accountId, ["bit.ly"], ["64211234567", "61412345678"]);
    await held(accountId, ["example.com"]);
    const discard = () => discardHeld(db(), { accountId, hosts: ["bit.ly"], acceptedUntil: NIGHT }, NIGHT);
    expect((await books(accountId)).balance).toBe(10_000_000n - 345_000n);
    const twice = await Promise.all([discard(), discard()]);
    expect(twice[0] + twice[1]).toBe(2);
    expect(await discard()).toBe(0);
    expect((await messagesOf(accountId)).map(({ status, statusAt }) => [status, statusAt])).toEqual([
      ["DELETED", NIGHT],
      ["DELETED", NIGHT],
      ["PENDING", null],
    ]);
    expect(await books(accountId)).toMatchObject({ balance: 9_885_000n, ledger: 9_885_000n, entries: 6 });
  });

  it("does not deadlock with other sweeps and with sends of the same accounts", async () => {
    const accounts = await Promise.all(
      Array.from({ length: 4 }, () => testAccount({ balanceMicros: 1_000_000_000n })),
    );
    for (let round = 0; round < 3; round++) {
      for (const { accountId } of accounts) await held(accountId, ["bit.ly"], Array(20).fill("64211234567"));
      const sweep = () => discardHeld(db(), { acceptedBefore: new Date(NOON.getTime() + 1) }, NIGHT);
      const sends = [accounts, accounts.toReversed()].map(async (order) => {
        const submissions = order.map(({ accountId }) => testSubmission(accountId));
        for (let times = 0; times < 5; times++) {
          const fresh = submissions.map((submission) => ({ ...submission, items: [testItem()] }));
          const outcomes = await accept(db(), fresh, NOON, () => "");
          expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
        }
      });
      await Promise.all([sweep(), sweep(), sweep(), ...sends]);
    }
    for (const { accountId } of accounts) {
      const { balance, ledger } = await books(accountId);
      expect(balance).toBe(ledger);
      const deleted = (await messagesOf(accountId)).filter(({ status }) => status === "DELETED");
      expect(deleted).toHaveLength(60);
    }
  });

  it("deletes by host when a domain is refused, and not another account's", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    await held(own.accountId, ["bit.ly"]);
    await held(other.accountId, ["bit.ly"]);
    expect(
      await discardHeld(db(), { accountId: own.accountId, hosts: ["bit.ly"], acceptedUntil: NIGHT }, NIGHT),
    ).toBe(1);
    expect((await messagesOf(other.accountId))[0]?.status).toBe("PENDING");
  });

  it("deletes what nobody decided on in 14 days", async () => {
    const { accountId } = await testAccount();
    await held(accountId, ["bit.ly"]);
    const at = (ms: number) =>
      discardHeld(db(), { acceptedBefore: new Date(NOON.getTime() + ms - MAX_HELD_MS) }, NIGHT);
    await at(MAX_HELD_MS);
    expect((await messagesOf(accountId))[0]?.status).toBe("PENDING");
    await at(MAX_HELD_MS + 1);
    expect((await messagesOf(accountId))[0]?.status).toBe("DELETED");
  });

  it("leaves alone what was released, sent or blocked", async () => {
    const { accountId } = await testAccount();
    await held(accountId, ["example.com"], ["64211234567", LANDLINE]);
    await approveDomain(db(), { accountId, domain: "example.com" }, NOON, QUIET);
    const selection = { accountId, hosts: ["example.com"], acceptedUntil: NIGHT };
    expect(await discardHeld(db(), selection, NIGHT)).toBe(0);
    expect((await messagesOf(accountId)).map(({ status }) => status)).toEqual(["PENDING", "BLOCKED"]);
  });
});
