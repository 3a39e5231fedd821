import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { discardHeld } from "@/lib/domains/discard-held";
import { sweepHeld } from "@/lib/domains/release-held";
import { accept } from "@/lib/messages/accept/accept";
import { cancelLeft } from "@/lib/messages/cancel/cancel-send";
import { pauseLeft } from "@/lib/messages/pause/pause-send";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { NO_NIGHT, testItem, testSubmission } from "@/tests/support/database/submission";
import { keepSend } from "@/tests/support/keep-send";
import { ask } from "@/tests/support/member";
import {
  balanceOf,
  cancel,
  dispatched,
  FULL,
  findings,
  HOUR_MS,
  LATER,
  NOW,
  PRICE,
  pause,
  plus,
  QUIET,
  queued,
  resume,
  rich,
  type SendInput,
  sendOf,
} from "@/tests/support/pauses";
import { emptyQueue } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: resumeOverHttp } = handlersOf("/api/members/sends/resume");

useTestDatabase();
beforeEach(emptyQueue);

describe("resuming", () => {
  it("is whole or not at all where the balance does not cover it", async () => {
    const account = await rich(3n * PRICE);
    const id = await sendOf(account, 3);
    await pause(account, id);
    await sendOf(account, 1);
    expect(await ask(resumeOverHttp, account, { json: { id } })).toMatchObject({
      status: 403,
      body: { error: "Resuming costs $0.345, and your balance is $0.23. Nothing was resumed." },
    });
    expect([await balanceOf(account), await findings(account)]).toEqual([2n * PRICE, []]);
    expect((await queued(account)).filter(({ pausedAt }) => pausedAt)).toHaveLength(3);
  });

  it("sends at once what is late, keeps later times, and counts validity on", async () => {
    const account = await rich();
    const id = await sendOf(account, 1);
    await pause(account, id, plus(NOW, HOUR_MS));
    const late = plus(LATER, 48 * HOUR_MS);
    await resume(account, id, late);
    // The whole day of its validity remains, because it was paused before its time.
    expect(await queued(account)).toMatchObject([{ dueAt: late, validUntil: plus(late, 24 * HOUR_MS) }]);
    await pause(account, id, plus(late, 20 * HOUR_MS));
    await resume(account, id, plus(late, 100 * HOUR_MS));
    expect(await queued(account)).toMatchObject([{ validUntil: plus(late, 104 * HOUR_MS) }]);
    expect(await dispatched(plus(late, 103 * HOUR_MS))).toHaveLength(1);
  });

  it("waits for the end of the night, and then shows that time", async () => {
    const account = await rich();
    const id = await sendOf(account, 1);
    await pause(account, id);
    const [night, morning] = [new Date("2026-12-01T10:00:00Z"), new Date("2026-12-01T18:00:00Z")];
    await resume(account, id, night, QUIET);
    expect(await queued(account)).toMatchObject([{ dueAt: morning }]);
    expect(await db().prisma.message.findUniqueOrThrow({ where: { id } })).toMatchObject({ sendAt: morning });
    expect(await dispatched(plus(morning, -1), QUIET)).toEqual([]);
    expect(await dispatched(morning, QUIET)).toEqual([id]);
  });

  it.each([
    ["that skips an hour", "2026-09-26T10:00:00Z", "2026-09-26T18:00:00Z"],
    ["that has an hour twice", "2026-04-04T09:00:00Z", "2026-04-04T19:00:00Z"],
  ])("knows when a night ends %s", async (_, night, morning) => {
    const account = await rich();
    const at = new Date(night);
    const [item] = [testItem({ dueAt: plus(at, -HOUR_MS) })];
    await accept(
      db(),
      [testSubmission(account.accountId, { items: [item] })],
      plus(at, -2 * HOUR_MS),
      () => "",
    );
    const id = await keepSend(db(), account.accountId, [item.id], { acceptedAt: at });
    await pause(account, id, at);
    await resume(account, id, at, QUIET);
    expect(await queued(account)).toMatchObject([{ dueAt: new Date(morning) }]);
  });
});

describe("a paused send with links that wait for approval", () => {
  const HELD: SendInput = { items: { dueAt: null, sendAt: null }, heldHosts: ["example.org"] };

  it("is not released by the approval, and goes out when it is resumed", async () => {
    const account = await rich();
    const id = await sendOf(account, 2, HELD);
    await pause(account, id);
    await db().prisma.approvedDomain.create({
      data: { accountId: account.accountId, domain: "example.org", approvedAt: NOW },
    });
    await sweepHeld(db(), plus(NOW, HOUR_MS), NO_NIGHT);
    expect(await queued(account)).toMatchObject([
      { held: false, dueAt: null },
      { held: false, dueAt: null },
    ]);
    expect(await dispatched(plus(NOW, 2 * HOUR_MS))).toEqual([]);
    await resume(account, id, plus(NOW, 30 * HOUR_MS));
    expect(await dispatched(plus(NOW, 53 * HOUR_MS))).toHaveLength(2);
    expect(await findings(account)).toEqual([]);
  });

  it("goes on waiting for it when it is resumed before", async () => {
    const account = await rich();
    const id = await sendOf(account, 1, HELD);
    await pause(account, id);
    await resume(account, id);
    expect(await queued(account)).toMatchObject([{ held: true, dueAt: null, pausedAt: null }]);
    expect(await balanceOf(account)).toBe(FULL - PRICE);
  });

  it("pays back once where its messages are discarded", async () => {
    const account = await rich();
    const id = await sendOf(account, 2, HELD);
    await pause(account, id);
    await discardHeld(db(), { acceptedBefore: plus(NOW, 1) }, NOW);
    expect([await queued(account), await balanceOf(account), await findings(account)]).toEqual([
      [],
      FULL,
      [],
    ]);
    // No message remains to be charged.
    expect(await resume(account, id)).toBe(0);
    expect(await balanceOf(account)).toBe(FULL);
  });
});

describe("pause, resume and cancel at once", () => {
  it("never pay twice, and never hand over what is paused", async () => {
    const account = await rich();
    const id = await sendOf(account, 40);
    for (let round = 0; round < 6; round++) {
      const results = await Promise.allSettled([
        pause(account, id),
        resume(account, id),
        pause(account, id),
        resume(account, id),
        pauseLeft(db(), NOW),
        cancelNow({ accountId: account.accountId, ids: [] }, NOW),
      ]);
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
      const rows = await queued(account);
      const paused = rows.filter(({ pausedAt }) => pausedAt !== null).length;
      expect([0, 40]).toContain(paused);
      expect(await balanceOf(account)).toBe(FULL - BigInt(40 - paused) * PRICE);
      expect(await findings(account)).toEqual([]);
    }
    const ended = await Promise.allSettled([
      cancel(account, id),
      pause(account, id),
      resume(account, id),
      cancel(account, id),
    ]);
    for (const result of ended)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    await cancelLeft(db(), NOW);
    expect([await balanceOf(account), await queued(account), await findings(account)]).toEqual([
      FULL,
      [],
      [],
    ]);
  });

  it("agree with workers that claim at the same time", async () => {
    const account = await rich();
    const id = await sendOf(account, 60, { items: { dueAt: NOW } });
    const [, ...given] = await Promise.all([
      pause(account, id).catch(() => 0),
      ...Array.from({ length: 3 }, () => dispatched(NOW)),
    ]);
    const handed = new Set(given.flat());
    const rows = await queued(account);
    const paused = rows.filter(({ pausedAt }) => pausedAt !== null);
    for (const { messageId } of paused) expect(handed.has(messageId)).toBe(false);
    expect(await balanceOf(account)).toBe(FULL - BigInt(60 - paused.length) * PRICE);
    expect(await findings(account)).toEqual([]);
  });
});
