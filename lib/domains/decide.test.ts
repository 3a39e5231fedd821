import { beforeEach, describe, expect, it } from "vitest";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { approveForAccount } from "@/lib/domains/approve-for-account";
import { lockDecisions } from "@/lib/domains/decision-lock";
import { rejectForAccount } from "@/lib/domains/reject-for-account";
import { sweepHeld } from "@/lib/domains/release-held";
import { requestDomain } from "@/lib/domains/request-domain";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const QUIET = { start: "21:00", end: "07:00" };
// 12:00 in New Zealand, daylight time.
const NOON = new Date("2026-11-20T23:00:00Z");
const domain = "one.co.nz";

let own: TestAccount;
let boss: TestAccount;
beforeEach(async () => {
  await db().prisma.queuedMessage.deleteMany();
  own = await testAccount({ balanceMicros: 1_000_000_000n });
  boss = await testAccount({ admin: true });
});

const actor = () => ({ accountId: boss.accountId, address: "203.0.113.7" });
const approve = (name = domain, database = db()) =>
  approveForAccount(database, actor(), { accountId: own.accountId, domain: name, quiet: QUIET }, NOON);
const reject = (name = domain, database = db()) =>
  rejectForAccount(
    database,
    actor(),
    { accountId: own.accountId, domain: name, reason: "A parked page." },
    NOON,
  );
const want = (name: string) => db().transaction((tx) => requestDomain(tx, own.accountId, name, NOON));

async function hold(messages: number, host = `www.${domain}`): Promise<void> {
  const items = Array.from({ length: messages }, () => testItem({ dueAt: null }));
  await accept(db(), [testSubmission(own.accountId, { heldHosts: [host], items })], NOON, () => "");
}

/** Returns the recorded activity and the enqueued emails of decisions. */
async function told(): Promise<{ lines: unknown[]; emails: unknown[] }> {
  const where = { accountId: own.accountId };
  const activities = await db().prisma.activity.findMany({ where, orderBy: { id: "asc" } });
  const lines = activities.filter(({ action }) => action !== "domain_requested");
  const emails = await db().prisma.email.findMany({ where, orderBy: { id: "asc" } });
  return {
    lines: lines.map(({ action, details }) => ({ kind: action, details })),
    emails: emails.map(({ kind, details }) => ({ kind, details })),
  };
}

/** Returns the database of a server that ends as soon as its transaction is committed. */
function endsAfterCommit(): Database {
  let committed = false;
  const gone = () => Promise.reject(new Error("The server has ended."));
  return {
    ...db(),
    query: gone,
    transaction: (work) => {
      if (committed) return gone();
      committed = true;
      return db().transaction(work);
    },
  };
}

describe("of two administrators who decide at once, one does", () => {
  it("when both approve: the other is told that it is approved already", async () => {
    for (let round = 0; round < 5; round++) {
      own = await testAccount();
      await hold(3);
      await want(domain);
      const both = await Promise.allSettled([approve(), approve()]);
      const refused = both.find(({ status }) => status === "rejected");
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(refused).toMatchObject({
        reason: { code: "conflict", message: "one.co.nz is already approved." },
      });
      const said = { kind: "domain_approved", details: { domain, released: 3 } };
      expect(await told()).toEqual({ lines: [said], emails: [said] });
    }
  });

  it("when both refuse, and the money goes back once", async () => {
    await hold(3);
    const { balance } = await books(own.accountId);
    const both = await Promise.allSettled([reject(), reject()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const said = { kind: "domain_rejected", details: { domain, reason: "A parked page.", discarded: 3 } };
    expect(await told()).toEqual({ lines: [said], emails: [said] });
    expect((await books(own.accountId)).balance).toBe(balance + 345_000n);
  });

  it("when one approves and one refuses, and the messages go by the one decision", async () => {
    for (let round = 0; round < 6; round++) {
      own = await testAccount();
      await hold(2);
      const tries = round % 2 === 0 ? [approve(), reject()] : [reject(), approve()];
      const both = await Promise.allSettled(tries);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(both.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "conflict" },
      });
      const { lines, emails } = await told();
      expect(lines).toHaveLength(1);
      expect(emails).toEqual(lines);
      const isApproved = (lines[0] as { kind: string }).kind === "domain_approved";
      for (const { status, dueAt } of await messagesOf(own.accountId))
        expect([status, dueAt]).toEqual(isApproved ? ["PENDING", NOON] : ["DELETED", null]);
      expect(await db().prisma.approvedDomain.count({ where: { accountId: own.accountId } })).toBe(
        isApproved ? 1 : 0,
      );
    }
  });

  it("the other waits for the first to be committed, and is refused by what it has done", async () => {
    await hold(1);
    let commit = () => {};
    let began = () => {};
    const begun = new Promise<void>((go) => {
      began = go;
    });
    const first = db().transaction(async (tx) => {
      await lockDecisions(tx, own.accountId);
      await tx.query(sql`
        insert into approved_domains (account_id, domain, approved_at) values (${own.accountId}, ${domain}, ${NOON})`);
      await new Promise<void>((go) => {
        commit = go;
        began();
      });
    });
    await begun;
    const second = Promise.allSettled([reject()]);
    await expect.poll(waitingForLocks, { timeout: 8_000 }).toBe(1);
    commit();
    await first;
    expect(await second).toMatchObject([
      { reason: { message: "one.co.nz has been approved in the meantime." } },
    ]);
    expect((await messagesOf(own.accountId))[0]?.status).toBe("PENDING");
  });

  it("does not keep the decision on another account waiting", async () => {
    const other = await testAccount();
    await db().transaction(async (tx) => {
      await lockDecisions(tx, other.accountId);
      await hold(1);
      expect(await approve()).toBe(1);
    });
  });
});

async function waitingForLocks(): Promise<number> {
  const [row] = await db().query<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%lock_rows%'`);
  return row?.count ?? -1;
}

describe("a decision that was made", () => {
  it("is said to be so when it is made again", async () => {
    await approve();
    await expect(approve()).rejects.toMatchObject({ status: 409, message: "one.co.nz is already approved." });
    await expect(approve(`www.${domain}`)).rejects.toMatchObject({ status: 409 });
    await hold(1, "two.co.nz");
    await reject("two.co.nz");
    await expect(approve("two.co.nz")).rejects.toMatchObject({ status: 409 });
    await hold(1, "two.co.nz");
    expect(await approve("two.co.nz")).toBe(1);
    expect((await told()).emails).toHaveLength(3);
  });

  it("answers a request that waits though the operator has approved its domain", async () => {
    await want(`www.${domain}`);
    await db().prisma.approvedDomain.create({
      data: { accountId: own.accountId, domain, approvedAt: NOON },
    });
    expect(await approve(`www.${domain}`)).toBe(0);
    expect(
      await db().prisma.domainRequest.count({ where: { accountId: own.accountId, state: "pending" } }),
    ).toBe(0);
  });

  it("leaves no request behind that was made at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      own = await testAccount();
      const [, asked] = await Promise.allSettled([approve(), want(`shop${round}.${domain}`)]);
      if (asked?.status === "rejected") expect(asked.reason).toMatchObject({ code: "conflict" });
      const where = { accountId: own.accountId, state: "pending" } as const;
      expect(await db().prisma.domainRequest.count({ where })).toBe(0);
    }
  });
});

describe("a decision on more messages than one transaction takes", () => {
  it("approves them all, and tells of them all", async () => {
    await hold(2100);
    await hold(5, "elsewhere.nz");
    expect(await approve()).toBe(2100);
    expect((await told()).emails).toMatchObject([{ details: { released: 2100 } }]);
    expect((await messagesOf(own.accountId)).filter(({ dueAt }) => dueAt !== null)).toHaveLength(2100);
  });

  it("is made all the same when the database goes after its commit: the sweep releases the rest", async () => {
    await hold(2100);
    await hold(5, "elsewhere.nz");
    await approve(domain, endsAfterCommit());
    const said = { kind: "domain_approved", details: { domain, released: 2100 } };
    expect(await told()).toEqual({ lines: [said], emails: [said] });
    await expect(approve()).rejects.toMatchObject({ status: 409 });
    expect(await sweepHeld(db(), NOON, QUIET)).toBe(1100);
    expect(await told()).toEqual({ lines: [said], emails: [said] });
  });

  it("refuses them all; what a server that ended has left is refused again", async () => {
    const before = (await books(own.accountId)).balance;
    await hold(2100);
    await expect(reject(domain, endsAfterCommit())).rejects.toThrow("The server has ended.");
    expect((await told()).lines).toMatchObject([{ details: { discarded: 2100 } }]);
    expect(await reject()).toBe(1100);
    const { balance, ledger } = await books(own.accountId);
    expect([balance, ledger]).toEqual([before, before]);
    await expect(reject()).rejects.toMatchObject({ status: 409 });
  });
});
