import { beforeEach, describe, expect, it } from "vitest";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { type AuditScope, auditBooks } from "@/lib/messages/audit/audit-books";
import type { CHECKS } from "@/lib/messages/audit/checks";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { report } from "@/lib/messages/dispatch/report";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { accepted } from "@/tests/support/carrier";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date();
const ALL: AuditScope = { since: null, until: new Date(NOW.getTime() + 60_000), keptSince: null };

let accountId: number;
let ids: string[];

/**
 * Creates an account with messages that are delivered, accepted by a carrier, waiting, blocked, and deleted after
 * being held.
 */
beforeEach(async () => {
  ({ accountId } = await testAccount({ balanceMicros: 10_000_000n }));
  const items = Array.from({ length: 3 }, () => testItem({ dueAt: NOW }));
  const waiting = testItem({ dueAt: new Date(NOW.getTime() + 3_600_000) });
  const blocked = testItem({ invalidNumber: true });
  const held = testItem({ dueAt: null });
  ids = [...items, waiting, blocked, held].map(({ id }) => id);
  await accept(
    db(),
    [
      testSubmission(accountId, { items: [...items, waiting, blocked] }),
      testSubmission(accountId, { items: [held], heldHosts: ["example.com"], billedRateCode: "CODE" }),
    ],
    NOW,
    () => "",
  );
  await cancelNow({ accountId, ids: [held.id] }, NOW);
  await dispatch(
    db(),
    {
      id: SIMULATOR_ID,
      name: "test",
      room: () => 10,
      health: () => ({ isUp: true, reason: null }),
      submit: (batch, settle) => settle(batch.map(({ id }) => accepted(id, id))),
    },
    NOW,
    BY_DAY,
  );
  const delivered = { reference: ids[0] as string, key: "1", code: 1, reportedAt: NOW };
  await report(db(), "test", [delivered], NOW);
});

const audit = (scope = ALL, limits = { accounts: 1, messages: 2 }) => auditBooks(db(), scope, limits);

const tampered = async (...statements: Sql[]) => {
  for (const statement of statements) await db().query(statement);
  return (await audit()).map(({ check, example }) => ({ check, example }));
};

describe("an audit of the books", () => {
  it("finds nothing where all agrees, in slices of any size", async () => {
    expect((await messagesOf(accountId)).map(({ status }) => status)).toEqual([
      "DELIVRD",
      "PENDING",
      "PENDING",
      "PENDING",
      "BLOCKED",
      "DELETED",
    ]);
    expect(await audit()).toEqual([]);
    expect(await auditBooks(db(), ALL)).toEqual([]);
    expect(await audit({ ...ALL, since: new Date(NOW.getTime() - 86_400_000), keptSince: NOW })).toEqual([]);
  });

  it("finds nothing in an empty database", async () => {
    await db().query(sql`truncate accounts, messages, message_queue, carrier_submissions, delivery_reports, ledger_entries,
      billing_days, webhook_deliveries cascade`);
    expect(await audit()).toEqual([]);
  });

  it("finds nothing once messages are deleted by their age: the ledger outlives them", async () => {
    const kept = new Date(NOW.getTime() + 3_600_000);
    expect(await purgeOld(db(), kept)).toMatchObject({ sent: 6 });
    expect(await audit({ ...ALL, keptSince: kept })).toEqual([]);
    expect(await db().prisma.carrierSubmission.count()).toBe(0);
    expect(await db().prisma.deliveryReport.count()).toBe(0);
  });

  it("reads and changes nothing but what it reads", async () => {
    const before = await db().query(sql`select * from accounts`);
    await audit();
    expect(await db().query(sql`select * from accounts`)).toEqual(before);
  });
});

describe("what disagrees is found", () => {
  const message = (n: number) => ids[n] as string;
  const of = (n: number, ...checks: (keyof typeof CHECKS)[]) =>
    checks.map((check) => ({ check, example: message(n) }));

  it("where a balance has changed without an entry", async () => {
    const found = await tampered(
      sql`update accounts set balance_micros = balance_micros + 1 where id = ${accountId}`,
    );
    expect(found).toEqual([{ check: "balance", example: "$9.425001 on the balance, $9.425 in the ledger" }]);
  });

  it("where a day's sums have changed, or a deduction has", async () => {
    const found = await tampered(sql`update billing_days set segments = segments + 1 where rate_code = ''`);
    expect(found).toEqual([
      { check: "billed-day", example: expect.stringMatching(/^\d{4}-\d\d-\d\d sms $/) },
    ]);
  });

  it("where a message was never billed, or as another", async () => {
    const without = sql`delete from ledger_entries where message_id = ${message(1)}::uuid`;
    expect(await tampered(without)).toEqual([
      { check: "billed-day", example: expect.any(String) },
      ...of(1, "not-billed"),
    ]);
    const other = sql`update messages set parts = 2 where id = ${message(2)}::uuid`;
    expect(await tampered(other)).toEqual(expect.arrayContaining(of(2, "billed-otherwise")));
  });

  it("where money went back for a message that is not deleted, or did not for one that is", async () => {
    const alive = sql`update messages set status = 'FAILED' where id = ${message(5)}::uuid`;
    expect(await tampered(alive)).toEqual(of(5, "returned-otherwise"));
    const dead = sql`update messages set status = 'DELETED' where id = ${message(0)}::uuid`;
    expect(await tampered(dead)).toEqual([...of(0, "returned-otherwise"), ...of(5, "returned-otherwise")]);
  });

  it("where a message waits nowhere, or waits though it is final", async () => {
    const lost = sql`delete from message_queue where message_id = ${message(3)}::uuid`;
    expect(await tampered(lost)).toEqual(of(3, "not-queued"));
    const done = sql`update messages set status = 'FAILED' where id = ${message(1)}::uuid`;
    expect(await tampered(done)).toEqual([...of(1, "queued-twice"), ...of(3, "not-queued")]);
  });

  it("where a message was delivered that no network took, or of which no report tells", async () => {
    const unsubmitted = sql`delete from carrier_submissions where message_id = ${message(0)}::uuid`;
    expect(await tampered(unsubmitted)).toEqual(of(0, "not-submitted"));
    const unreported = sql`delete from delivery_reports where message_id = ${message(0)}::uuid`;
    expect(await tampered(unreported)).toEqual(of(0, "not-reported"));
  });

  it("where a message is gone and what belongs to it is there: its row of the queue, its deduction, its reports", async () => {
    const waiting = sql`delete from messages where id = ${message(3)}::uuid`;
    expect(await tampered(waiting)).toEqual([...of(3, "no-message", "queued-nothing")]);
    const delivered = sql`delete from messages where id = ${message(0)}::uuid`;
    const found = await audit(ALL, { accounts: 10, messages: 10 });
    expect(found).toHaveLength(2);
    await db().query(delivered);
    const after = await audit(ALL, { accounts: 10, messages: 10 });
    expect(after).toEqual(
      expect.arrayContaining([
        { check: "no-message", accountId: null, count: 2, example: message(0) },
        { check: "no-message", accountId, count: expect.any(Number), example: message(0) },
      ]),
    );
  });

  it("where the account of a message and of its entries is gone", async () => {
    const stranger = sql`update messages set account_id = 2000000000 where id = ${message(4)}::uuid`;
    expect(await tampered(stranger)).toEqual(of(4, "billed-otherwise", "no-account"));
    const entry = sql`insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
      values (2000000000, '2026-11-01', 'sms', '', 1, 1, 1, 1)`;
    expect(await tampered(entry)).toEqual(
      expect.arrayContaining([{ check: "no-account", example: "billed day" }]),
    );
  });

  it("though nobody may delete an account that has any", async () => {
    await expect(db().query(sql`delete from accounts where id = ${accountId}`)).rejects.toThrow(
      "disable it instead",
    );
    await db().query(
      sql`delete from accounts where id = ${(await testAccount({ balanceMicros: 0n })).accountId}`,
    );
  });

  it("and reports of messages that are older than all that are kept", async () => {
    await db().query(sql`
      insert into carrier_submissions (message_id, carrier, submitted_at)
      values ('00000000-0000-7000-8000-000000000001', 'test', ${NOW})`);
    expect(await tampered()).toEqual([
      { check: "no-message", example: "00000000-0000-7000-8000-000000000001" },
    ]);
    await purgeOld(db(), new Date(0));
    expect(await audit()).toEqual([]);
  });
});
