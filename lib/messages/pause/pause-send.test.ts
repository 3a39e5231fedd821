import { beforeEach, describe, expect, it } from "vitest";
import { MAX_PAUSED_MS } from "@/lib/contracts/members/sending/sends";
import { db } from "@/lib/db/client";
import { cancelLeft } from "@/lib/messages/cancel/cancel-send";
import { CANCEL_BATCH } from "@/lib/messages/cancel/cancel-waiting";
import { endPaused, MAX_PAUSES, pauseLeft, pauseSend } from "@/lib/messages/pause/pause-send";
import { resumeSend } from "@/lib/messages/pause/resume-send";
import { cancelNow } from "@/tests/support/database/cancel-now";
import { useTestDatabase } from "@/tests/support/database/database";
import { NO_NIGHT } from "@/tests/support/database/submission";
import { ask } from "@/tests/support/member";
import {
  balanceOf,
  cancel,
  dispatched,
  FULL,
  findings,
  HOUR_MS,
  killed,
  LATER,
  NOW,
  PRICE,
  pause,
  plus,
  queued,
  resume,
  rich,
  sendOf,
  stored,
} from "@/tests/support/pauses";
import { emptyQueue } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: readMessage } = handlersOf("/api/members/messages/message");
const { GET: listMessages } = handlersOf("/api/members/messages");
const { POST: cancelOverHttp } = handlersOf("/api/members/messages/send/cancel");
const { GET: readSend } = handlersOf("/api/members/messages/send");
const { POST: pauseOverHttp } = handlersOf("/api/members/sends/pause");
const { POST: resumeOverHttp } = handlersOf("/api/members/sends/resume");
const { GET: listSends } = handlersOf("/api/members/sends");

useTestDatabase();
beforeEach(emptyQueue);

describe("pausing and resuming a send", () => {
  it("gives the money back, keeps the messages, and charges them again", async () => {
    const account = await rich();
    const id = await sendOf(account, 3);
    const charged = await balanceOf(account);
    expect(charged).toBe(FULL - 3n * PRICE);
    expect(await ask(pauseOverHttp, account, { json: { id } })).toMatchObject({
      status: 200,
      body: { success: true, paused: 3 },
    });
    expect([await balanceOf(account), await findings(account)]).toEqual([FULL, []]);
    expect((await ask(readSend, account, { query: { id } })).body).toMatchObject({
      waiting: 3,
      cancellable: 3,
      paused: 3,
      resumePrice: "0.345",
      refunded: "0.345",
      price: "0.00",
      states: [{ state: "PAUSED", count: 3 }],
      pausedUntil: "2026-12-15 09:00:00",
      lastSendAt: null,
    });
    expect((await ask(listSends, account, {})).body).toMatchObject({
      sends: [{ id, paused: 3, waiting: 3, price: "0.00" }],
    });
    expect((await ask(listMessages, account, { query: { status: "PAUSED" } })).body).toMatchObject({
      messages: Array.from({ length: 3 }, () => ({ state: "PAUSED" })),
    });
    expect((await ask(readMessage, account, { query: { id } })).body).toMatchObject({
      message: { state: "PAUSED", cancellable: true },
      timeline: [{ kind: "accepted" }, { kind: "scheduled" }, { kind: "paused" }],
    });
    expect(await dispatched(plus(LATER, HOUR_MS))).toEqual([]);
    expect(await ask(pauseOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });

    expect(await ask(resumeOverHttp, account, { json: { id } })).toMatchObject({
      status: 200,
      body: { success: true, resumed: 3 },
    });
    expect([await balanceOf(account), await findings(account)]).toEqual([charged, []]);
    expect(await queued(account)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ dueAt: LATER, pausedAt: null, pausedDueAt: null })),
    ]);
    expect(await ask(resumeOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });
    expect((await ask(readSend, account, { query: { id } })).body).toMatchObject({
      waiting: 3,
      paused: 0,
      resumePrice: "0.00",
      refunded: "0.00",
      price: "0.345",
      pausedUntil: null,
    });
    const lines = await db().prisma.activity.findMany({
      where: { accountId: account.accountId },
      orderBy: { at: "asc" },
    });
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ["send_paused", { send: id, paused: 3 }],
      ["send_resumed", { send: id, resumed: 3 }],
    ]);
    expect(await dispatched(plus(LATER, 1))).toHaveLength(3);
    expect(await findings(account)).toEqual([]);
  });

  it("is its account's alone", async () => {
    const [own, other] = [await rich(), await rich()];
    const id = await sendOf(own, 2);
    expect(await ask(pauseOverHttp, other, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(pauseOverHttp, own, { json: { id: "nonsense" } })).toMatchObject({ status: 404 });
    await pause(own, id);
    expect(await ask(resumeOverHttp, other, { json: { id } })).toMatchObject({ status: 404 });
    expect(await ask(resumeOverHttp, own, { json: { id: "nonsense" } })).toMatchObject({ status: 404 });
    expect([await balanceOf(own), await balanceOf(other)]).toEqual([FULL, FULL]);
  });

  it("leaves alone what a network was given, and refuses a send of which nothing waits", async () => {
    const account = await rich();
    const id = await sendOf(account, 2, { items: { dueAt: NOW } });
    expect(await dispatched(NOW)).toHaveLength(2);
    expect(await ask(pauseOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });
    expect(await ask(resumeOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });
    expect(await balanceOf(account)).toBe(FULL - 2n * PRICE);
  });

  it("pauses a send a limited number of times, so that the ledger stays small", async () => {
    const account = await rich();
    const id = await sendOf(account, 1);
    for (let times = 0; times < MAX_PAUSES; times++) {
      await pause(account, id);
      await resume(account, id);
    }
    await expect(pause(account, id)).rejects.toThrow("This send was paused 20 times");
    expect(await cancel(account, id)).toBe(1);
    expect([await balanceOf(account), await findings(account)]).toEqual([FULL, []]);
  });
});

describe("a paused send that is not resumed", () => {
  it("is cancelled without a second refund, whole or message by message", async () => {
    const account = await rich();
    const id = await sendOf(account, 3);
    await pause(account, id);
    expect(await cancelNow({ accountId: account.accountId, ids: [id] }, NOW)).toBe(1);
    expect(await ask(cancelOverHttp, account, { json: { id } })).toMatchObject({ body: { cancelled: 2 } });
    expect([await balanceOf(account), await findings(account)]).toEqual([FULL, []]);
    expect(await stored(id)).toMatchObject({ pausedSince: null, pausingSince: null, cancellingSince: null });
    expect(await ask(resumeOverHttp, account, { json: { id } })).toMatchObject({ status: 409 });
  });

  it("ends without a word where nothing of it waits any more", async () => {
    const account = await rich();
    const id = await sendOf(account, 1, { sendAt: NOW });
    await pause(account, id);
    expect(await cancelNow({ accountId: account.accountId, ids: [id] }, NOW)).toBe(1);
    await endPaused(db(), plus(NOW, MAX_PAUSED_MS + 1));
    await cancelLeft(db(), plus(NOW, MAX_PAUSED_MS + 1));
    expect(await stored(id)).toMatchObject({ pausedSince: null, pausingSince: null, cancellingSince: null });
    expect(await db().prisma.activity.count({ where: { accountId: account.accountId } })).toBe(0);
  });

  it("ends by itself 14 days after its pause, and not before its time", async () => {
    const account = await rich();
    const [soon, far] = [await sendOf(account, 2, { sendAt: NOW }), await sendOf(account, 1)];
    await pause(account, soon);
    await pause(account, far);
    const swept = async (now: Date) => {
      await endPaused(db(), now);
      await cancelLeft(db(), now);
    };
    await swept(plus(NOW, MAX_PAUSED_MS));
    expect(await queued(account)).toHaveLength(3);
    await swept(plus(NOW, MAX_PAUSED_MS + 1));
    expect(await queued(account)).toHaveLength(1);
    await swept(plus(LATER, MAX_PAUSED_MS + 1));
    expect([await queued(account), await balanceOf(account), await findings(account)]).toEqual([
      [],
      FULL,
      [],
    ]);
    expect(
      await db().prisma.activity.findMany({
        where: { accountId: account.accountId },
        orderBy: { id: "asc" },
      }),
    ).toMatchObject([
      { action: "send_cancelled", details: { send: soon, reason: "Paused for 14 days" } },
      { action: "send_cancelled", details: { send: far, reason: "Paused for 14 days" } },
    ]);
  });
});

describe("a server that is stopped", () => {
  it("leaves a pause that the sweep goes on with", async () => {
    const account = await rich();
    const id = await sendOf(account, CANCEL_BATCH + 50);
    expect(await killed((tx) => pauseSend(tx, account.accountId, id, NOW))).toBe(CANCEL_BATCH + 50);
    expect(await stored(id)).toMatchObject({ pausedSince: NOW, pausingSince: NOW });
    expect(await balanceOf(account)).toBe(FULL - 50n * PRICE);
    await Promise.all([pauseLeft(db(), NOW), pauseLeft(db(), NOW)]);
    await pauseLeft(db(), NOW);
    expect(await stored(id)).toMatchObject({ pausedSince: NOW, pausingSince: null });
    expect([await balanceOf(account), await findings(account)]).toEqual([FULL, []]);
  });

  it("leaves a pause that may be resumed or cancelled before that", async () => {
    const account = await rich();
    const [resumed, cancelled] = [
      await sendOf(account, CANCEL_BATCH + 5),
      await sendOf(account, CANCEL_BATCH + 5),
    ];
    for (const id of [resumed, cancelled]) await killed((tx) => pauseSend(tx, account.accountId, id, NOW));
    expect(await resume(account, resumed)).toBe(CANCEL_BATCH);
    expect(await cancel(account, cancelled)).toBe(CANCEL_BATCH + 5);
    await pauseLeft(db(), NOW);
    const rows = await queued(account);
    expect(rows).toHaveLength(CANCEL_BATCH + 5);
    expect(rows.every(({ dueAt }) => dueAt?.getTime() === LATER.getTime())).toBe(true);
    expect(await balanceOf(account)).toBe(FULL - BigInt(CANCEL_BATCH + 5) * PRICE);
    expect(await findings(account)).toEqual([]);
  });

  it.each(["pause", "resume"] as const)("leaves nothing of a %s that did not commit", async (what) => {
    const account = await rich();
    const id = await sendOf(account, 2);
    if (what === "resume") await pause(account, id);
    const before = [await balanceOf(account), await queued(account), await stored(id)];
    const failing = db().transaction(async (tx) => {
      if (what === "pause") await pauseSend(tx, account.accountId, id, NOW);
      else await resumeSend(tx, account.accountId, id, { now: NOW, quiet: NO_NIGHT });
      throw new Error("stopped");
    });
    await expect(failing).rejects.toThrow("stopped");
    expect([await balanceOf(account), await queued(account), await stored(id)]).toEqual(before);
  });
});
