import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import type { Submission } from "@/lib/messages/accept/submission";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import {
  GIVING_WAY,
  purgeInboundStatement,
  purgeMessagesStatement,
} from "@/lib/messages/retention/purge-old.sql";
import { agedInbound, agedMessage, idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { scansOf } from "@/tests/support/database/plans";
import { carrierInbound } from "@/tests/support/inbound";
import { keepSend } from "@/tests/support/keep-send";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const BEFORE = new Date("2026-08-01T00:00:00.000Z");
const from = (ms: number) => new Date(BEFORE.getTime() + ms);
const HOUR_MS = 3_600_000;

let accountId: number;
beforeEach(async () => {
  accountId = (await testAccount()).accountId;
});

const sentIds = async () =>
  (await db().prisma.message.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);
const receivedIds = async () =>
  (await db().prisma.inboundMessage.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);

/** Creates messages one hour apart. The last is an hour before the kept ones. */
async function oldMessages(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = count; nth > 0; nth--) ids.push(await agedMessage(accountId, from(-nth * HOUR_MS)));
  return ids;
}

describe("what is old", () => {
  it("goes to the millisecond, out and in", async () => {
    await agedMessage(accountId, from(-1));
    await agedInbound(accountId, from(-1));
    const sent = [await agedMessage(accountId, from(0)), await agedMessage(accountId, from(1))];
    const received = [await agedInbound(accountId, from(0)), await agedInbound(accountId, from(1))];
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 1 });
    expect([await sentIds(), await receivedIds()]).toEqual([sent, received]);
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 0, received: 0 });
    expect(await purgeOld(db(), from(1))).toEqual({ sent: 1, received: 1 });
  });

  it("takes along which messages were sent together", async () => {
    const [old, fresh] = [
      await oldMessages(2),
      [await agedMessage(accountId, from(1)), await agedMessage(accountId, from(2))],
    ];
    await keepSend(db(), accountId, old as [string, string], { acceptedAt: from(-2 * HOUR_MS) });
    await keepSend(db(), accountId, fresh as [string, string], { acceptedAt: from(1) });
    await purgeOld(db(), BEFORE);
    expect((await db().prisma.bulkSend.findMany()).map(({ id }) => id)).toEqual([fresh[0]]);
  });

  it("takes webhook events of no message by their own age", async () => {
    const event = (at: Date) => ({
      id: idMadeAt(at),
      accountId,
      kind: "further" as const,
      number: 1,
      createdAt: at,
      eventType: "optout_changed" as const,
      body: "{}",
    });
    const data = [event(from(-HOUR_MS)), event(from(-1)), event(from(1))];
    await db().prisma.webhookDelivery.createMany({ data });
    await purgeOld(db(), BEFORE);
    const left = await db().prisma.webhookDelivery.findMany({ where: { kind: "further" } });
    expect(left.map(({ id }) => id)).toEqual([data[2]?.id]);
  });

  it("is as old as the time that it was scheduled for", async () => {
    const kept = await agedMessage(accountId, from(-HOUR_MS), { item: { sendAt: from(0) } });
    await agedMessage(accountId, from(-HOUR_MS), { item: { sendAt: from(-1) } });
    await purgeOld(db(), BEFORE);
    expect(await sentIds()).toEqual([kept]);
  });

  it("is old by its id and by its time", async () => {
    await agedMessage(accountId, from(-1), { item: { id: idMadeAt(from(0)) } });
    await agedMessage(accountId, from(0), { item: { id: idMadeAt(from(-HOUR_MS)) } });
    await agedInbound(accountId, from(-1), { id: idMadeAt(from(0)) });
    await agedInbound(accountId, from(0), { id: idMadeAt(from(-HOUR_MS)) });
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 0, received: 0 });
  });

  it("takes along what hangs on it, and nothing of what is kept", async () => {
    const [gone, kept] = [await withAll(from(-HOUR_MS)), await withAll(from(HOUR_MS))];
    // A later answer to an old message is kept, without its reference.
    const answer = await agedInbound(accountId, from(2 * HOUR_MS), { relatedMessageId: gone.sent });
    const before = await books(accountId);
    const days = await db().prisma.billingDay.findMany();
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 1 });

    const messageId = kept.sent;
    expect(await sentIds()).toEqual([messageId]);
    expect(await db().prisma.deliveryReport.findMany()).toMatchObject([{ messageId }]);
    expect(await db().prisma.carrierSubmission.findMany()).toMatchObject([{ messageId }]);
    expect(await db().prisma.emailSubmission.findMany()).toMatchObject([{ messageId }]);
    expect(await db().prisma.queuedMessage.findMany()).toMatchObject([{ messageId }]);
    expect(await db().prisma.webhookDelivery.findMany({ orderBy: { kind: "asc" } })).toMatchObject([
      { kind: "inbound", inboundId: kept.received },
      { kind: "report", messageId },
    ]);
    expect(await db().prisma.inboundMessage.findMany({ orderBy: { id: "asc" } })).toMatchObject([
      { id: kept.received, relatedMessageId: messageId },
      { id: answer, relatedMessageId: null },
    ]);

    expect(await books(accountId)).toEqual(before);
    expect(await db().prisma.ledgerEntry.count({ where: { messageId: gone.sent, kind: "deduction" } })).toBe(
      1,
    );
    expect(await db().prisma.billingDay.findMany()).toEqual(days);
  });
});

/** Creates a message with its queue row and all possible records, and an answer to it. */
async function withAll(at: Date): Promise<{ sent: string; received: string }> {
  const sent = await agedMessage(accountId, at);
  const received = await agedInbound(accountId, at, { relatedMessageId: sent });
  const { prisma } = db();
  await prisma.deliveryReport.create({
    data: {
      id: newId(),
      messageId: sent,
      reportKey: sent,
      status: "ENROUTE",
      statusCode: 8,
      reportedAt: at,
      receivedAt: at,
    },
  });
  await prisma.carrierSubmission.create({
    data: { messageId: sent, carrier: "test", reference: sent, submittedAt: at },
  });
  await prisma.emailSubmission.create({ data: { messageId: sent, sender: "office@example.com" } });
  const event = { accountId, body: "{}", createdAt: at };
  await prisma.webhookDelivery.createMany({
    data: [
      { ...event, id: newId(), kind: "report", messageId: sent },
      { ...event, id: newId(), kind: "inbound", inboundId: received },
    ],
  });
  return { sent, received };
}

describe("who sent last", () => {
  const msisdn = "64215550001";
  const sentAt = async (from: number, at: Date, sender = "552", sendType: Submission["sendType"] = "sms") => {
    const messageId = await agedMessage(from, at, { sender, sendType, item: { msisdn } });
    await db().prisma.carrierSubmission.create({
      data: { messageId, carrier: "test", reference: messageId, submittedAt: at },
    });
  };
  const answered = async (body: string) => {
    await receive(db(), "test", [carrierInbound({ from: msisdn, body })], from(2 * HOUR_MS));
    const inbound = await db().prisma.inboundMessage.findFirstOrThrow({ orderBy: { id: "desc" } });
    return inbound.accountId;
  };
  const isBlockedBy = async (account: number) =>
    (await db().prisma.blockedNumber.count({ where: { accountId: account, msisdn, active: true } })) === 1;

  it("is still who a STOP is for when the messages are gone, in whatever order they went", async () => {
    const other = (await testAccount()).accountId;
    await sentAt(other, from(-3 * HOUR_MS));
    await sentAt(accountId, from(-2 * HOUR_MS));
    // A message that was never sent does not determine the account of an answer.
    await agedMessage(other, from(-HOUR_MS), { item: { msisdn, dueAt: null } });
    expect(await purgeOld(db(), BEFORE, { batch: 1, batches: 10 })).toEqual({ sent: 3, received: 0 });
    expect(await answered("STOP")).toBe(accountId);
    expect([await isBlockedBy(accountId), await isBlockedBy(other)]).toEqual([true, false]);
    await sentAt(other, from(-1));
    await purgeOld(db(), BEFORE);
    expect(await answered("Kia ora")).toBe(other);
  });

  it("is who sent last, also where a message that was accepted later and sent earlier is kept", async () => {
    const other = (await testAccount()).accountId;
    const held = await agedMessage(accountId, from(-1), { sender: "552", item: { msisdn } });
    await db().prisma.carrierSubmission.create({
      data: { messageId: held, carrier: "test", reference: held, submittedAt: from(HOUR_MS) },
    });
    await sentAt(other, from(1));
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 0 });
    expect(await answered("STOP")).toBe(accountId);
    expect(await db().prisma.inboundMessage.findFirst()).toMatchObject({ relatedMessageId: null });
  });

  it.each([
    ["appointment", "CANCEL", false],
    ["appointment", "STOP", true],
    ["sms", "CANCEL", true],
  ] as const)("of a message of type %s: %s is an opt-out: %s", async (sendType, word, isOptOut) => {
    await sentAt(accountId, from(-HOUR_MS), "552", sendType);
    await purgeOld(db(), BEFORE);
    await answered(word);
    expect(await isBlockedBy(accountId)).toBe(isOptOut);
  });

  it("is not who sent before a message that is kept", async () => {
    const other = (await testAccount()).accountId;
    await sentAt(accountId, from(-HOUR_MS));
    await sentAt(other, from(HOUR_MS));
    await purgeOld(db(), BEFORE);
    expect(await answered("STOP")).toBe(other);
  });

  it("is remembered of shared shortcodes alone", async () => {
    await db().prisma.shortcode.create({ data: { number: "3031", ownerId: accountId } });
    await sentAt(accountId, from(-HOUR_MS), "3031");
    await purgeOld(db(), BEFORE);
    expect(await db().prisma.lastSender.count()).toBe(0);
  });
});

describe("a run", () => {
  it("deletes the oldest, in batches and no more of them than it may", async () => {
    const ids = await oldMessages(10);
    for (let nth = 7; nth > 0; nth--) await agedInbound(accountId, from(-nth * HOUR_MS));
    const limits = { batch: 3, batches: 2 };
    expect(await purgeOld(db(), BEFORE, limits)).toEqual({ sent: 6, received: 6 });
    expect(await sentIds()).toEqual(ids.slice(6));
    expect(await purgeOld(db(), BEFORE, limits)).toEqual({ sent: 4, received: 1 });
    expect(await sentIds()).toEqual([]);
  });

  it("shares the work with another that runs at the same time", async () => {
    await oldMessages(60);
    const limits = { batch: 4, batches: 50 };
    const runs = await Promise.all([1, 2, 3].map(() => purgeOld(db(), BEFORE, limits)));
    runs.push(await purgeOld(db(), BEFORE, limits));
    expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(60);
    expect(await sentIds()).toEqual([]);
    expect(await db().prisma.queuedMessage.count()).toBe(0);
  });

  it("passes over a message that somebody has locked", async () => {
    const [, locked = ""] = await oldMessages(3);
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from messages where id = ${locked}::uuid for key share`);
      expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 2, received: 0 });
    });
    expect(await sentIds()).toEqual([locked]);
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 0 });
  });

  it("gives way to who has a message's row under way and wants the message", async () => {
    const [messageId = ""] = await oldMessages(2);
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from message_queue where message_id = ${messageId}::uuid for update`);
      const run = purgeOld(db(), BEFORE);
      await someoneWaits();
      await tx.query(sql`update messages set status = 'BLOCKED', blocked_reason = 'unsubscribed'
        where id = ${messageId}::uuid`);
      expect(await run).toEqual({ sent: 0, received: 0 });
    });
    expect(await db().prisma.message.findUnique({ where: { id: messageId } })).toMatchObject({
      status: "BLOCKED",
    });
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 2, received: 0 });
  });
});

describe("the statements", () => {
  it.each([
    ["messages", purgeMessagesStatement],
    ["messages in", purgeInboundStatement],
  ])("find %s by keys alone, whatever the planner thinks", async (_, statement) => {
    await oldMessages(200);
    const batch = { after: idMadeAt(from(-999 * HOUR_MS)), before: BEFORE, limit: 1_000 };
    for (const thinks of [sql`select 'of tables that it has not seen yet'`, sql`analyze`]) {
      await db().query(thinks);
      const scans = await db().transaction(async (tx) => {
        await tx.query(GIVING_WAY);
        return scansOf(tx, statement(batch));
      });
      // Shortcodes are few, and read once.
      const [first, ...others] = scans.filter(({ table }) => table !== "shortcodes");
      expect(first?.by).toMatch(/^\(\(id > .* AND \(id < /);
      expect(others.length).toBeGreaterThan(0);
      for (const { node, by } of others) {
        expect(node).toMatch(/^Index (?:Only )?Scan$/);
        expect(by).toMatch(/^\(.* = |^\(\(?ROW\(/);
      }
    }
  });
});

it("a send is there while one of its messages is, so that it can be paused and cancelled", async () => {
  const soon = await agedMessage(accountId, from(-HOUR_MS));
  const late = await agedMessage(accountId, from(-HOUR_MS), { item: { sendAt: from(1) } });
  const kept = { acceptedAt: from(-HOUR_MS), sendAt: from(-1) };
  const id = await keepSend(db(), accountId, [soon, late], kept);
  await purgeOld(db(), BEFORE);
  expect(await db().prisma.message.findMany({ select: { id: true } })).toEqual([{ id: late }]);
  await db().transaction((tx) => pauseSend(tx, accountId, id, BEFORE));
  await purgeOld(db(), BEFORE);
  expect(await db().transaction((tx) => cancelSend(tx, accountId, id, BEFORE))).toBe(1);
  await purgeOld(db(), from(2));
  expect(await db().prisma.bulkSend.count()).toBe(0);
});

it("a conversation's tags go with its last message in, and no others", async () => {
  const { accountId: other } = await testAccount();
  const [gone, talks, batches] = ["64211110001", "64211110002", "64211110003"];
  for (const hours of [1, 2]) await agedInbound(accountId, from(-hours * HOUR_MS), { msisdn: gone });
  await agedInbound(accountId, from(-HOUR_MS), { msisdn: talks });
  await agedInbound(accountId, from(1), { msisdn: talks });
  await agedInbound(other, from(1), { msisdn: gone });
  for (const minutes of [1, 2, 3, 4]) await agedInbound(other, from(-minutes * 60_000), { msisdn: batches });
  const since = from(-HOUR_MS);
  const tagged = (to: number, msisdn: string, tag: string) => ({ accountId: to, msisdn, tag, since });
  const kept = [tagged(accountId, talks, "VIP"), tagged(other, gone, "VIP")];
  const going = [
    tagged(accountId, gone, "VIP"),
    tagged(accountId, gone, "Order"),
    tagged(other, batches, "VIP"),
  ];
  await db().prisma.conversationTag.createMany({ data: [...kept, ...going] });
  await purgeOld(db(), BEFORE, { batch: 3, batches: 1 });
  expect(await db().prisma.conversationTag.count({ where: { msisdn: batches } })).toBe(1);
  await purgeOld(db(), BEFORE, { batch: 3, batches: 50 });
  const left = await db().prisma.conversationTag.findMany({ orderBy: { accountId: "asc" } });
  expect(left).toEqual(kept);
});

it("tags and numbers go with the last message, also where another server has just deleted the last but one", async () => {
  const msisdn = "64212221000";
  for (const hours of [1, 2]) {
    await agedInbound(accountId, from(-hours * HOUR_MS), { msisdn });
    await agedMessage(accountId, from(-hours * HOUR_MS), { item: { msisdn } });
  }
  await db().prisma.conversationTag.create({ data: { accountId, msisdn, tag: "VIP", since: BEFORE } });
  await db().query(
    sql`insert into message_numbers (account_id, msisdn, parts) values (${accountId}, ${msisdn}, '')`,
  );
  const one = { after: "00000000-0000-0000-0000-000000000000", before: BEFORE, limit: 1 };
  await db().transaction(async (tx) => {
    await lockSlots(tx, "purge", [0]);
    for (const statement of [purgeInboundStatement(one), purgeMessagesStatement(one)])
      await tx.query(statement);
    // The deletions of this transaction are not committed: the other server still sees those rows.
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 0, received: 0 });
  });
  expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 1 });
  const where = { accountId };
  expect(await db().prisma.conversationTag.count({ where })).toBe(0);
  expect(await db().prisma.messageNumber.count({ where })).toBe(0);
});
