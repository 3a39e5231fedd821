import { describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { resubscribe } from "@/lib/optouts/resubscribe";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

/** Creates an account, and a number that it has sent a message to. */
async function conversation(sendType: "sms" | "otp" | "appointment" = "sms") {
  const account = await testAccount();
  const msisdn = newMobile();
  await sentMessage(account.accountId, msisdn, NOON, { sendType });
  const hear = (body: string, at: Date, to = "552") =>
    receive(db(), "test", [carrierInbound({ from: msisdn, body, to })], at);
  const state = () =>
    db().prisma.blockedNumber.findUnique({
      where: { accountId_msisdn: { accountId: account.accountId, msisdn } },
    });
  return { account, msisdn, hear, state };
}

async function send(account: TestAccount, to: string): Promise<string | undefined> {
  expect((await sendFrom(account, { to })).status).toBe(200);
  const sent = (await messagesOf(account.accountId)).at(-1);
  return sent?.blockedReason ?? sent?.status;
}

describe("an opt-out", () => {
  it("blocks the number on the account, and the next send to it", async () => {
    const { account, msisdn, hear, state } = await conversation();
    const other = await testAccount();
    expect(await send(account, msisdn)).toBe("PENDING");
    await hear(" opt out! ", minutes(1));
    expect(await state()).toEqual({
      accountId: account.accountId,
      msisdn,
      keyword: "OPTOUT",
      shortcode: "552",
      blockedAt: minutes(1),
      active: true,
      resubscribedAt: null,
    });
    expect(await send(account, msisdn)).toBe("unsubscribed");
    expect(await send(other, msisdn)).toBe("PENDING");
  });

  it("is refreshed when repeated, and still belongs to the account whose sends are blocked now", async () => {
    const { account, msisdn, hear, state } = await conversation();
    await hear("STOP", minutes(1));
    await send(account, msisdn);
    await hear("unsub", minutes(2));
    expect(await state()).toMatchObject({ keyword: "UNSUB", blockedAt: minutes(2), active: true });
  });

  it("is made anew after a resubscription", async () => {
    const { hear, state } = await conversation();
    await hear("STOP", minutes(1));
    await hear("Start", minutes(2));
    expect(await state()).toMatchObject({
      keyword: "STOP",
      blockedAt: minutes(1),
      active: false,
      resubscribedAt: minutes(2),
    });
    await hear("QUIT", minutes(3));
    expect(await state()).toMatchObject({
      keyword: "QUIT",
      blockedAt: minutes(3),
      active: true,
      resubscribedAt: null,
    });
  });

  it("still reaches the webhook", async () => {
    const { account, hear } = await conversation();
    await listen(account.accountId);
    await hear("STOP", minutes(1));
    const { accountId } = account;
    expect(await db().prisma.webhookDelivery.count({ where: { accountId } })).toBe(1);
  });

  test.each(["STOP please", "stop it", "Yes", ""])("is not %j", async (body) => {
    const { hear, state } = await conversation();
    await hear(body, minutes(1));
    expect(await state()).toBe(null);
  });

  it("does not exist on an owned shortcode, nor for nobody's message", async () => {
    const { account, msisdn, hear, state } = await conversation();
    const { accountId } = account;
    await db().prisma.shortcode.create({ data: { number: "5050", ownerId: accountId } });
    await sentMessage(accountId, msisdn, minutes(1), { sender: "5050" });
    await hear("STOP", minutes(2), "5050");
    await hear("STOP", minutes(2), "2190");
    expect(await state()).toBe(null);
    await hear("STOP", minutes(3));
    await hear("START", minutes(4), "5050");
    expect(await state()).toMatchObject({ active: true });
  });

  test.each(["CANCEL", "end", "Quit."])("is not %s in answer to an appointment reminder", async (body) => {
    const { account, msisdn, hear, state } = await conversation("appointment");
    await hear(body, minutes(1));
    expect(await state()).toBe(null);
    await sentMessage(account.accountId, msisdn, minutes(2));
    await hear(body, minutes(3));
    expect(await state()).toMatchObject({ active: true });
  });

  test.each(["STOP", "remove"])("is %s in answer to an appointment reminder too", async (body) => {
    const { hear, state } = await conversation("appointment");
    await hear(body, minutes(1));
    expect(await state()).toMatchObject({ active: true });
  });

  it("within a batch, the last word counts", async () => {
    const [changed, firm, fresh] = [await conversation(), await conversation(), await conversation()];
    const batch = [
      { from: changed.msisdn, body: "STOP" },
      { from: firm.msisdn, body: "START" },
      { from: changed.msisdn, body: "CANCEL" },
      { from: changed.msisdn, body: "START" },
      { from: firm.msisdn, body: "STOP" },
      { from: fresh.msisdn, body: "START" },
    ];
    await receive(db(), "test", batch.map(carrierInbound), minutes(1));
    expect(await changed.state()).toMatchObject({
      keyword: "CANCEL",
      active: false,
      resubscribedAt: minutes(1),
    });
    expect(await firm.state()).toMatchObject({ keyword: "STOP", active: true, resubscribedAt: null });
    expect(await fresh.state()).toBe(null);
  });

  it("within a batch, changes a number twice that has opted out before", async () => {
    const { account, msisdn, hear, state } = await conversation();
    await hear("STOP", minutes(1));
    const batch = ["QUIT", "START"].map((body) => carrierInbound({ from: msisdn, body }));
    await receive(db(), "test", batch, minutes(2));
    expect(await state()).toMatchObject({ keyword: "QUIT", active: false, resubscribedAt: minutes(2) });
    expect(await send(account, msisdn)).toBe("PENDING");
  });
});

describe("a resubscription", () => {
  test.each(["START", "unstop", "Subscribe!"])("is made by %s", async (body) => {
    const { account, msisdn, hear, state } = await conversation();
    await hear("STOP", minutes(1));
    await hear(body, minutes(2));
    expect(await state()).toMatchObject({ active: false, resubscribedAt: minutes(2) });
    await hear(body, minutes(3));
    expect(await state()).toMatchObject({ resubscribedAt: minutes(2) });
    expect(await send(account, msisdn)).toBe("PENDING");
  });

  it.each(["[…]start", "Start […]"])("is not %j, of which a part is missing", async (body) => {
    const { hear, state } = await conversation();
    await hear("STOP", minutes(1));
    await hear(body, minutes(2));
    expect(await state()).toMatchObject({ active: true, resubscribedAt: null });
  });

  it("can be made by hand, for the account's own number only, and once", async () => {
    const { account, msisdn, hear, state } = await conversation();
    const stranger = await testAccount();
    const byHand = (accountId: number, at: Date) => resubscribe(db(), accountId, msisdn, at);
    expect(await byHand(account.accountId, minutes(1))).toBe(false);
    await hear("STOP", minutes(1));
    expect(await byHand(stranger.accountId, minutes(2))).toBe(false);
    expect(await state()).toMatchObject({ active: true });
    expect(await byHand(account.accountId, minutes(3))).toBe(true);
    expect(await byHand(account.accountId, minutes(4))).toBe(false);
    expect(await state()).toMatchObject({ active: false, resubscribedAt: minutes(3) });
    expect(await send(account, msisdn)).toBe("PENDING");
  });
});
