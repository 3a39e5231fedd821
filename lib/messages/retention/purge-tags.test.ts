import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { lockSlots } from "@/lib/db/locks/lock-rows";
import { sql } from "@/lib/db/sql";
import { purgeOld } from "@/lib/messages/retention/purge-old";
import { purgeInboundStatement, purgeMessagesStatement } from "@/lib/messages/retention/purge-old.sql";
import { agedInbound, agedMessage } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const BEFORE = new Date("2026-08-01T00:00:00.000Z");
const HOUR_MS = 3_600_000;
const from = (ms: number) => new Date(BEFORE.getTime() + ms);

it("a conversation's tags go with its last message in, and no others", async () => {
  const [{ accountId }, { accountId: other }] = [await testAccount(), await testAccount()];
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
  const { accountId } = await testAccount();
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
    // This server's deletions are not committed: the other one still sees what they delete.
    expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 0, received: 0 });
  });
  expect(await purgeOld(db(), BEFORE)).toEqual({ sent: 1, received: 1 });
  const where = { accountId };
  expect(await db().prisma.conversationTag.count({ where })).toBe(0);
  expect(await db().prisma.messageNumber.count({ where })).toBe(0);
});
