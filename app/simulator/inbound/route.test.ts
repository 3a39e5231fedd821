import { afterEach, beforeAll, describe, expect, it, test } from "vitest";
import { GET, POST } from "@/app/simulator/inbound/route";
import { simulatedInboundResponse } from "@/lib/contracts/gateway/simulator";
import { db } from "@/lib/db/client";
import { env, reloadEnv } from "@/lib/env";
import { useTestDatabase } from "@/tests/support/database/database";
import { listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, NOON, sendFrom } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();
afterEach(reloadEnv);

let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  const { accountId: ownerId } = await testAccount();
  await db().prisma.shortcode.createMany({
    data: [
      { number: "3030", ownerId: account.accountId },
      { number: "4040", ownerId },
      { number: "5050", active: false },
    ],
  });
});

async function text(parameters: object, by = account) {
  const { userId, password } = by;
  const message = { from: MOBILE, to: "552", body: "Kia ora", ...parameters };
  const called = await call<{ messageId: string; error: string }>(POST, {
    json: { userId, password, ...message },
  });
  if (called.status === 200) expect(called.body).toEqual(simulatedInboundResponse.parse(called.body));
  return called;
}

const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

function stored(id: string) {
  return db().prisma.inboundMessage.findUniqueOrThrow({ where: { id }, include: { deliveries: true } });
}

it("hands a message to the gateway, which answers what it is called and wakes what sends events", async () => {
  const from = newMobile();
  const relatedMessageId = await sentMessage(account.accountId, from, NOON);
  await listen(account.accountId);
  woken.length = 0;
  const { status, body } = await text({ from: `+${from}`, body: "Yes" });
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, messageId: body.messageId });
  expect(woken).toEqual(["webhooks"]);
  expect(await stored(body.messageId)).toMatchObject({
    accountId: account.accountId,
    msisdn: from,
    shortcode: "552",
    body: "Yes",
    encoding: "GSM7",
    carrier: "simulator",
    relatedMessageId,
    network: "One NZ",
    deliveries: [{ kind: "inbound", state: "pending" }],
  });
});

it("is a message of its own each time, on the account's shortcode too, whatever its characters", async () => {
  const [first, again] = [
    await text({ to: "3030", body: "Kāo 🌅\0" }),
    await text({ to: "3030", body: "Kāo 🌅\0" }),
  ];
  expect(again.body.messageId).not.toBe(first.body.messageId);
  expect(await stored(again.body.messageId)).toMatchObject({
    accountId: account.accountId,
    body: "Kāo 🌅",
    encoding: "UCS2",
  });
});

it("has STOP block the next send", async () => {
  const from = newMobile();
  await sentMessage(account.accountId, from, NOON);
  await text({ from, body: "Stop!" });
  const sent = await sendFrom(account, { to: from });
  const message = await db().prisma.message.findUnique({ where: { id: sent.body.message_id } });
  expect(message).toMatchObject({ status: "BLOCKED", blockedReason: "unsubscribed" });
});

describe("whose handset it is", () => {
  it("is of the account that was the last to send to it from that shared shortcode", async () => {
    const [victim, thief] = [await testAccount(), await testAccount()];
    const from = newMobile();
    await sentMessage(thief.accountId, from, NOON);
    await sentMessage(victim.accountId, from, later(1));
    await sentMessage(thief.accountId, from, later(2), { sender: "2190" });
    const before = await db().prisma.inboundMessage.count();
    const { status, body } = await text({ from, body: "STOP" }, thief);
    expect([status, body.error]).toEqual([
      403,
      "A handset writes for the account that was the last to send to it from 552. Send to it first.",
    ]);
    expect(await db().prisma.inboundMessage.count()).toBe(before);
    expect(await db().prisma.blockedNumber.count({ where: { msisdn: from } })).toBe(0);
    expect((await text({ from, to: "2190" }, thief)).status).toBe(200);
    expect((await text({ from }, victim)).status).toBe(200);
    await sentMessage(thief.accountId, from, later(3));
    expect((await text({ from }, victim)).status).toBe(403);
    expect((await text({ from }, thief)).status).toBe(200);
  });

  it("is nobody's before anything was sent to it, except on the account's own shortcode", async () => {
    const from = newMobile();
    expect((await text({ from })).status).toBe(403);
    expect((await text({ from, to: "3030" })).status).toBe(200);
  });

  it("stays the last sender's when the message has been deleted by its age", async () => {
    const from = newMobile();
    await db().prisma.lastSender.create({
      data: { msisdn: from, shortcode: "552", accountId: account.accountId, sendType: "sms", sentAt: NOON },
    });
    expect((await text({ from }, await testAccount())).status).toBe(403);
    expect((await text({ from })).status).toBe(200);
  });

  it("is any for an administrator, and the message goes to whose it is", async () => {
    const admin = await testAccount({ admin: true });
    const [from, unknown] = [newMobile(), newMobile()];
    await sentMessage(account.accountId, from, NOON);
    const answered = await text({ from }, admin);
    expect(await stored(answered.body.messageId)).toMatchObject({ accountId: account.accountId });
    const unrouted = await text({ from: unknown }, admin);
    expect(await stored(unrouted.body.messageId)).toMatchObject({ accountId: null });
  });
});

test.each([
  [{ to: "4040" }, "Parameter 'to' must be a shortcode of this account."],
  [{ to: "5050" }, "Parameter 'to' must be a shortcode of this account."],
  [{ to: "9999" }, "Parameter 'to' must be a shortcode of this account."],
  [{ from: "Anna" }, "Parameter 'from' must be a phone number of 6 to 15 digits in international form."],
  [{ from: undefined }, "Parameter 'from' is required."],
  [{ to: "" }, "Parameter 'to' is required."],
  [{ body: "" }, "Parameter 'body' is required."],
  [{ body: 5 }, "Parameter 'body' must be a text."],
  [{ body: "x".repeat(40_000) }, "Parameter 'body' must be at most 39015 characters long."],
])("answers 400 to %o", async (parameters, sentence) => {
  const before = await db().prisma.inboundMessage.count();
  const { status, body } = await text(parameters);
  expect([status, body.error]).toEqual([400, sentence]);
  expect(await db().prisma.inboundMessage.count()).toBe(before);
});

it("answers 401 without credentials, and 405 to GET", async () => {
  expect((await call(POST, { json: { from: MOBILE, to: "552", body: "Hi" } })).status).toBe(401);
  expect((await call(GET, { method: "GET" })).status).toBe(405);
});

it("is not there while messages go to any other carrier", async () => {
  Object.assign(env(), { carrier: "another" });
  const { status, body } = await text({});
  expect([status, body]).toEqual([
    404,
    { success: false, error: "There is nothing at /simulator/inbound.", code: "not_found" },
  ]);
  expect((await call(GET, { method: "GET" })).status).toBe(404);
});
