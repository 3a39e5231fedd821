import { beforeEach, describe, expect, test } from "vitest";
import { lockAccountStatement } from "@/lib/accounts/lock-account.sql";
import type { CarrierAnswer, Outgoing } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { discardStatement } from "@/lib/domains/discard-held.sql";
import { accept } from "@/lib/messages/accept/accept";
import { lockWaitingStatement } from "@/lib/messages/cancel/cancel.sql";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { type ClaimedMessage, dropStatement } from "@/lib/messages/dispatch/dispatch.sql";
import { expired } from "@/lib/messages/dispatch/finish/finish-of";
import { recordFinished } from "@/lib/messages/dispatch/finish/record-finished";
import { report } from "@/lib/messages/dispatch/report";
import { carrierNamed, refused, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { lockWaits, someoneWaits } from "@/tests/support/database/lock-waits";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
/** Longer than the hold of a message that a carrier may have accepted. */
const HELD_MS = 130_000;

/** Returns a network that is not idempotent, with its answers for messages. */
const answering = (answer: (message: Outgoing) => CarrierAnswer) => ({
  ...carrierNamed("smsc", 10, async (batch) => batch.map(answer)),
  isIdempotent: false,
});

describe("a message that ends while its network reports that a part of it failed", () => {
  test.each([
    ["nobody will know of the others", "marketing", unknown],
    ["the others are refused", "transactional", refused],
    ["its recipient has opted out", "transactional", null],
  ] as const)("ends once, and holds up nobody, where %s", async (_, messageClass, second) => {
    const { accountId } = await testAccount();
    const item = testItem({ dueAt: NOW });
    const texts = { body: "a".repeat(2 * 153), parts: 2, messageClass };
    await accept(db(), [testSubmission(accountId, { items: [item], ...texts })], NOW, () => "");
    const half = { outcome: "unknown", accepted: [{ part: 0, reference: item.id }] } as const;
    await dispatch(
      db(),
      answering(({ id }) => ({ id, ...half })),
      NOW,
      BY_DAY,
    );
    if (second === null)
      await db().prisma.blockedNumber.create({
        data: { accountId, msisdn: item.msisdn, keyword: "STOP", blockedAt: NOW },
      });
    const at = later(HELD_MS);
    const ends: Promise<unknown>[] = [];
    await db().transaction(async (tx) => {
      await tx.query(sql`select from messages where id = ${item.id}::uuid for no key update`);
      ends.push(report(db(), "smsc", [{ reference: item.id, key: "failed", code: 2, reportedAt: at }], at));
      await expect.poll(lockWaits).toBe(1);
      ends.push(
        dispatch(
          db(),
          answering(({ id }) => (second ?? unknown)(id)),
          at,
          BY_DAY,
        ),
      );
      await expect.poll(lockWaits).toBe(2);
    });
    await Promise.all(ends);
    expect(await messagesOf(accountId)).toMatchObject([{ status: "UNDELIV", isQueued: false }]);
  });
});

describe("a message that no network was given, and that is cancelled while it ends", () => {
  test.each([
    [
      "its validity is over",
      (message: ClaimedMessage) => recordFinished(db(), [expired(message, NOW)], "none", NOW),
    ],
    ["its recipient has opted out", (message: ClaimedMessage) => db().query(dropStatement([message], NOW))],
  ])("is cancelled, and neither waits for the other in a circle, where %s", async (_, end) => {
    const { accountId } = await testAccount();
    const item = testItem({ dueAt: NOW });
    await accept(db(), [testSubmission(accountId, { items: [item] })], NOW, () => "");
    const lease = later(60_000);
    await db().prisma.queuedMessage.updateMany({ where: { accountId }, data: { dueAt: lease } });
    const key = { accountId, acceptedAt: NOW, id: item.id, lease, fate: "blocked" as const };
    let ended: Promise<unknown> | undefined;
    await db().transaction(async (tx) => {
      await tx.query(lockAccountStatement(accountId));
      const waiting = await tx.query(lockWaitingStatement({ accountId, ids: [item.id] }, 1));
      expect(waiting).toHaveLength(1);
      ended = end(key as ClaimedMessage);
      ended.catch(() => {});
      await someoneWaits();
      await tx.query(discardStatement([item.id], NOW));
    });
    await ended;
    expect(await messagesOf(accountId)).toMatchObject([{ status: "DELETED", isQueued: false }]);
  });
});
