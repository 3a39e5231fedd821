import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { optOutEvent } from "@/lib/contracts/optout-event";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { applyKeywords } from "@/lib/optouts/apply-keywords";
import { blockByHand } from "@/lib/optouts/block-by-hand";
import { resubscribe } from "@/lib/optouts/resubscribe";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { furtherEndpoint } from "@/tests/support/webhooks/further-endpoint";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

let accountId: number;
beforeAll(async () => {
  await db().prisma.shortcode.create({ data: { number: "4141" } });
});
beforeEach(async () => {
  ({ accountId } = await testAccount());
});

function eventsOf({ number }: { number: number }) {
  return db().prisma.webhookDelivery.findMany({
    where: { accountId, number },
    orderBy: { createdAt: "asc" },
    select: { body: true },
  });
}

describe("the event of an opt-out", () => {
  const told = async (key: { number: number }) =>
    (await eventsOf(key)).map(({ body }) => optOutEvent.strict().parse(JSON.parse(body)));

  it("is written with the change, by whatever way, and once", async () => {
    const { key } = await furtherEndpoint(accountId, { eventTypes: ["optout.changed"], sender: "4141" });
    await registerWebhook(db(), { accountId, kinds: ["inbound"], url: "https://two.example.com" }, NOW);
    const from = newMobile();
    await sentMessage(accountId, from, NOW);
    await receive(db(), "test", [carrierInbound({ from, body: "STOP" })], NOW);
    await receive(db(), "test", [carrierInbound({ from, body: "stop" })], later(1));
    await receive(db(), "test", [carrierInbound({ from, body: "START" })], later(2000));
    await receive(db(), "test", [carrierInbound({ from, body: "START" })], later(2001));
    await blockByHand(db(), accountId, from, later(3000));
    await expect(blockByHand(db(), accountId, from, later(3001))).rejects.toMatchObject({ code: "conflict" });
    await resubscribe(db(), accountId, from, later(4000));
    await resubscribe(db(), accountId, from, later(4001));
    const second = Math.floor(NOW.getTime() / 1000);
    const event = { type: "optout", number: from };
    expect(await told(key)).toEqual([
      { ...event, active: true, keyword: "STOP", by: "message", shortcode: "552", timestamp: second },
      { ...event, active: false, keyword: "STOP", by: "message", shortcode: "552", timestamp: second + 2 },
      { ...event, active: true, keyword: "MANUAL", by: "hand", timestamp: second + 3 },
      { ...event, active: false, keyword: "MANUAL", by: "hand", timestamp: second + 4 },
    ]);
  });

  it("is written once where two servers take the first opt-outs of a number at once", async () => {
    const { key } = await furtherEndpoint(accountId, { eventTypes: ["optout.changed"] });
    const message = {
      accountId,
      msisdn: newMobile(),
      shortcode: "552",
      body: "STOP",
      answersReminder: false,
      isWhole: true,
    };
    let second: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      await applyKeywords(tx, [message], NOW);
      second = db().transaction((other) => applyKeywords(other, [{ ...message, body: "QUIT" }], later(5)));
      await someoneWaits();
    });
    await second;
    expect((await told(key)).map(({ keyword }) => keyword)).toEqual(["STOP"]);
    const [row] = await db().prisma.blockedNumber.findMany({ where: { accountId } });
    expect(row).toMatchObject({ keyword: "QUIT", active: true, blockedAt: later(5) });
  });

  it("is not there where the change is not committed", async () => {
    const { key } = await furtherEndpoint(accountId, { eventTypes: ["optout.changed"] });
    const failing = db().transaction(async (tx) => {
      await blockByHand(tx, accountId, "64211234567", NOW);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await eventsOf(key)).toEqual([]);
    expect(await db().prisma.blockedNumber.count({ where: { accountId } })).toBe(0);
  });
});
