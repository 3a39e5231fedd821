import { beforeEach, describe, expect, it, test } from "vitest";
import type { CarrierReport } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { monthAfter } from "@/lib/db/partitions/partitions";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { report } from "@/lib/messages/dispatch/report";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { idMadeAt } from "@/tests/support/database/aged";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");

const carrier = carrierNamed("test", 100, async (batch) => batch.map(({ id }) => accepted(id, id)));

type SubmittedMessage = { reference: string; status: () => Promise<unknown>; reports: () => Promise<number> };

/** Creates a message that the carrier has. `id` is given for a message of another month. */
async function submitted(id?: string): Promise<SubmittedMessage> {
  const { accountId } = await testAccount();
  const items = id === undefined ? [testItem()] : [testItem({ id })];
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  await dispatch(db(), carrier, NOW, BY_DAY);
  const [message] = await messagesOf(accountId);
  return {
    reference: message?.id as string,
    status: async () => {
      const [now] = await messagesOf(accountId);
      return [now?.status, now?.statusCode, now?.statusAt?.getTime()];
    },
    reports: () => db().prisma.deliveryReport.count({ where: { messageId: message?.id as string } }),
  };
}

function at(reference: string, code: number, seconds: number): CarrierReport {
  return { reference, key: `${code}@${seconds}`, code, reportedAt: new Date(NOW.getTime() + seconds * 1000) };
}

function give(...reports: CarrierReport[]) {
  return report(db(), "test", reports, new Date());
}

const second = (seconds: number) => NOW.getTime() + seconds * 1000;

describe("report", () => {
  test.each([
    [1, "DELIVRD"],
    [2, "UNDELIV"],
    [4, "QUEUED"],
    [8, "ACCEPTD"],
    [16, "UNDELIV"],
    [77, "UNKNOWN"],
  ])("moves a message to what code %i means: %s", async (code, status) => {
    const message = await submitted();
    await give(at(message.reference, code, 1));
    expect(await message.status()).toEqual([status, code, second(1)]);
  });

  it("does all of a report or nothing when its connection ends in the middle", async () => {
    const { reference, status, reports } = await submitted();
    const queued = () => db().prisma.queuedMessage.count({ where: { messageId: reference } });
    let reported: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await tx.query(sql`select from message_queue where message_id = ${reference}::uuid for update`);
      reported = give(at(reference, 1, 1));
      reported.catch(() => {});
      await someoneWaits();
      await tx.query(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await expect(reported).rejects.toThrow();
    });
    expect([await status(), await reports(), await queued()]).toEqual([["PENDING", null, undefined], 0, 1]);
    await give(at(reference, 1, 1));
    expect([await status(), await reports(), await queued()]).toEqual([["DELIVRD", 1, second(1)], 1, 0]);
  });

  it("goes from ACCEPTD to QUEUED to DELIVRD and keeps all three reports", async () => {
    const message = await submitted();
    await give(at(message.reference, 8, 1));
    await give(at(message.reference, 4, 2));
    await give(at(message.reference, 1, 3));
    expect(await message.status()).toEqual(["DELIVRD", 1, second(3)]);
    expect(await message.reports()).toBe(3);
  });

  it.each([1, 2, 16])(
    "never replaces the final status of code %i, but records what comes late",
    async (final) => {
      const message = await submitted();
      await give(at(message.reference, final, 1));
      const settled = await message.status();
      await give(at(message.reference, 8, 2));
      await give(at(message.reference, final === 1 ? 2 : 1, 3));
      expect(await message.status()).toEqual(settled);
      expect(await message.reports()).toBe(3);
    },
  );

  it("takes the final one of several in one batch, the first final one of two, else the last", async () => {
    const message = await submitted();
    await give(at(message.reference, 8, 1), at(message.reference, 4, 2));
    expect(await message.status()).toEqual(["QUEUED", 4, second(2)]);
    await give(at(message.reference, 1, 3), at(message.reference, 8, 4), at(message.reference, 2, 5));
    expect(await message.status()).toEqual(["DELIVRD", 1, second(3)]);
  });

  it("records a report from before the status without moving it back", async () => {
    const message = await submitted();
    await give(at(message.reference, 8, 5));
    await give(at(message.reference, 4, 2));
    await give(at(message.reference, 99, 3));
    expect(await message.status()).toEqual(["ACCEPTD", 8, second(5)]);
    expect(await message.reports()).toBe(3);
    await give(at(message.reference, 1, 4));
    expect(await message.status()).toEqual(["DELIVRD", 1, second(4)]);
  });

  it("does not let a code that is none hold up the others", async () => {
    const [odd, good] = [await submitted(), await submitted()];
    await give(at(odd.reference, 400_001, 1), at(good.reference, 1, 1));
    expect(await good.status()).toEqual(["DELIVRD", 1, second(1)]);
    expect(await odd.status()).toEqual(["UNKNOWN", 32_767, second(1)]);
    await give(at(odd.reference, -1, 2));
    expect(await odd.status()).toEqual(["UNKNOWN", -1, second(2)]);
  });

  it("means the newest message by a reference that the carrier has used before", async () => {
    const [older, newer] = [await submitted(), await submitted()];
    await db().prisma.carrierSubmission.updateMany({
      where: { messageId: newer.reference },
      data: { reference: older.reference },
    });
    await give(at(older.reference, 1, 1));
    expect(await newer.status()).toEqual(["DELIVRD", 1, second(1)]);
    expect(await older.status()).toEqual(["PENDING", null, undefined]);
  });

  it("is recorded of messages of any month, one that is scheduled for long among them", async () => {
    const months = [-14, -3, -1, 0, 1, 2, 9].map((month) => idMadeAt(monthAfter(new Date(), month)));
    const messages: SubmittedMessage[] = [];
    for (const id of months) messages.push(await submitted(id));
    expect(messages.map(({ reference }) => reference)).toEqual(months);
    const [first, ...others] = messages.map(({ reference }) => at(reference, 1, 1));
    expect(await give(...others, at("no message", 1, 1))).toMatchObject({ unmatched: 1, isTold: false });
    await give(first as CarrierReport);
    for (const message of messages) expect(await message.status()).toEqual(["DELIVRD", 1, second(1)]);
    expect(await db().prisma.queuedMessage.count({ where: { messageId: { in: months } } })).toBe(0);
  });

  it("records a report that is delivered twice once, even when it comes twice at the same time", async () => {
    const message = await submitted();
    const same = at(message.reference, 8, 1);
    const answers = await Promise.all([give(same), give(same), give(same)]);
    for (const { known } of answers) expect(known).toEqual(new Set([same.key]));
    expect(await message.reports()).toBe(1);
    await give(at(message.reference, 1, 2));
    await give(same);
    expect(await message.status()).toEqual(["DELIVRD", 1, second(2)]);
  });

  it("says which reports belong to no message, so that the carrier gives them again", async () => {
    const message = await submitted();
    const stray = at("nobody's", 1, 1);
    const mine = at(message.reference, 1, 2);
    expect(await give(stray, mine)).toMatchObject({ known: new Set([mine.key]), unmatched: 1 });
    expect(await report(db(), "other carrier", [mine], NOW)).toMatchObject({ unmatched: 1 });
  });

  it("says whether an account is to be told", async () => {
    const message = await submitted();
    expect(await give(at(message.reference, 8, 1))).toMatchObject({ isTold: false });
    const { accountId } = await db().prisma.message.findFirstOrThrow({ where: { id: message.reference } });
    const url = "https://example.com/reports";
    await registerWebhook(db(), { accountId, kinds: ["report"], url }, NOW);
    const last = at(message.reference, 1, 2);
    expect(await give(last)).toMatchObject({ isTold: true });
    expect(await give(last)).toMatchObject({ known: new Set([last.key]), isTold: false });
  });

  it("tells an account of one end of a message, and of nothing behind it", async () => {
    const messages = await Promise.all(Array.from({ length: 3 }, submitted));
    const told = async ({ reference: messageId }: { reference: string }) =>
      (await db().prisma.webhookDelivery.findMany({ where: { messageId } }))
        .map(({ body }) => (JSON.parse(body) as { status: string }).status)
        .sort();
    for (const { reference: id } of messages) {
      const { accountId } = await db().prisma.message.findFirstOrThrow({ where: { id } });
      await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/reports" }, NOW);
    }
    const [oneByOne, atOnce, together] = messages as [SubmittedMessage, SubmittedMessage, SubmittedMessage];
    await give(at(oneByOne.reference, 8, 1));
    for (const [code, seconds] of [
      [1, 2],
      [1, 3],
      [2, 4],
      [8, 5],
    ] as const)
      await give(at(oneByOne.reference, code, seconds));
    await give(...[8, 1, 2].map((code) => at(atOnce.reference, code, code)));
    await Promise.all([1, 2, 16].map((code) => give(at(together.reference, code, code))));

    expect(await told(oneByOne)).toEqual(["ACCEPTD", "DELIVRD"]);
    expect(await told(atOnce)).toEqual(["ACCEPTD", "DELIVRD"]);
    expect(await told(together)).toHaveLength(1);
    expect(await Promise.all(messages.map(({ reports }) => reports()))).toEqual([5, 3, 3]);
  });

  it("survives reports of the same messages in different orders at once", async () => {
    const messages = await Promise.all(Array.from({ length: 12 }, submitted));
    const batches = [8, 4, 1].map((code, index) => {
      const batch = messages.map(({ reference }) => at(reference, code, index + 1));
      return give(...(index % 2 === 0 ? batch : batch.toReversed()));
    });
    await Promise.all(batches);
    for (const message of messages) expect(await message.status()).toEqual(["DELIVRD", 1, second(3)]);
  });

  it("survives reports of the same parts of messages of several months, by several servers at once", async () => {
    const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
    const items = Array.from({ length: 240 }, (_, index) => {
      const month = monthAfter(new Date(), [-1, 1, 2][index % 3] as number);
      return testItem({ id: idMadeAt(new Date(month.getTime() + index)) });
    });
    await accept(
      db(),
      [testSubmission(accountId, { parts: 3, body: "x".repeat(400), items })],
      NOW,
      () => "",
    );
    const parts = ["a", "b", "c"];
    const parted = carrierNamed("test", 300, async (batch) =>
      batch.map(({ id }) => accepted(id, ...parts.map((part) => id + part))),
    );
    await dispatch(db(), parted, NOW, BY_DAY);
    const all = items.flatMap(({ id }) => parts.map((part) => ({ ...at(id + part, 1, 1), key: part })));
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const shuffled = all
          .map((each) => ({ each, by: Math.random() }))
          .sort((one, other) => one.by - other.by);
        for (let from = 0; from < all.length; from += 60)
          await give(...shuffled.slice(from, from + 60).map(({ each }) => each));
      }),
    );
    const { message, deliveryReport, queuedMessage } = db().prisma;
    const messageId = { in: items.map(({ id }) => id) };
    expect(await message.count({ where: { accountId, status: "DELIVRD" } })).toBe(240);
    expect(await deliveryReport.count({ where: { messageId } })).toBe(720);
    expect(await queuedMessage.count({ where: { messageId } })).toBe(0);
  });
});
