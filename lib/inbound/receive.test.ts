import { beforeAll, describe, expect, it, test } from "vitest";
import { inboundEvent } from "@/lib/contracts/inbound-event";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

let owner: number;
beforeAll(async () => {
  owner = (await testAccount()).accountId;
  await db().prisma.shortcode.create({ data: { number: "3030", ownerId: owner } });
});

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

async function receiveOne(overrides: Parameters<typeof carrierInbound>[0]) {
  const given = carrierInbound(overrides);
  expect(await receive(db(), "test", [given], NOON)).toEqual({ stored: 1, duplicates: 0, emailed: 0 });
  return db().prisma.inboundMessage.findUniqueOrThrow({
    where: { carrier_carrierReference: { carrier: "test", carrierReference: given.reference } },
    include: { deliveries: true },
  });
}

describe("whose message it is", () => {
  it("on a shared shortcode: the account's that last sent to the number from it", async () => {
    const [first, second] = [await testAccount(), await testAccount()];
    const from = newMobile();
    await sentMessage(first.accountId, from, minutes(1));
    const last = await sentMessage(second.accountId, from, minutes(2));
    await sentMessage(first.accountId, from, minutes(3), { sender: "2190" });
    await sentMessage(first.accountId, newMobile(), minutes(4));
    expect(await receiveOne({ from })).toMatchObject({ accountId: second.accountId, relatedMessageId: last });
    const again = await sentMessage(first.accountId, from, minutes(5));
    expect(await receiveOne({ from })).toMatchObject({ accountId: first.accountId, relatedMessageId: again });
  });

  it("goes by when messages went out, and by none that did not", async () => {
    const [night, day, never] = [await testAccount(), await testAccount(), await testAccount()];
    const from = newMobile();
    const queued = await sentMessage(night.accountId, from, minutes(1));
    await sentMessage(day.accountId, from, minutes(2));
    await db().prisma.carrierSubmission.updateMany({
      where: { messageId: queued },
      data: { submittedAt: minutes(600) },
    });
    const items = [testItem({ msisdn: from, dueAt: minutes(900) })];
    await accept(db(), [testSubmission(never.accountId, { items })], minutes(3), () => "");
    await accept(
      db(),
      [
        testSubmission(never.accountId, {
          items: [testItem({ msisdn: from, invalidNumber: true, dueAt: null })],
        }),
      ],
      minutes(4),
      () => "",
    );
    expect(await receiveOne({ from })).toMatchObject({
      accountId: night.accountId,
      relatedMessageId: queued,
    });
  });

  it("may answer a message whose carrier has not been heard yet", async () => {
    const { accountId } = await testAccount();
    const from = newMobile();
    const item = testItem({ msisdn: from });
    await accept(db(), [testSubmission(accountId, { items: [item] })], NOON, () => "");
    expect(await receiveOne({ from })).toMatchObject({ accountId: null });
    await db().prisma.queuedMessage.updateMany({
      where: { messageId: item.id },
      data: { firstTriedAt: NOON },
    });
    expect(await receiveOne({ from })).toMatchObject({ accountId, relatedMessageId: item.id });
  });

  it("on an owned shortcode: its owner's, whoever else sent", async () => {
    const stranger = await testAccount();
    const from = newMobile();
    expect(await receiveOne({ from, to: "3030" })).toMatchObject({
      accountId: owner,
      relatedMessageId: null,
    });
    const own = await sentMessage(owner, from, new Date("2020-01-01T00:00:00Z"), { sender: "3030" });
    await sentMessage(stranger.accountId, from, minutes(1), { sender: "3030" });
    await sentMessage(owner, from, minutes(2), { sender: "552" });
    expect(await receiveOne({ from, to: "3030" })).toMatchObject({ accountId: owner, relatedMessageId: own });
  });

  it("is nobody's when nobody sent, or the shortcode is none; it is kept, and no event goes out", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    const from = newMobile();
    const nobodys = { accountId: null, relatedMessageId: null, deliveries: [] };
    expect(await receiveOne({ from })).toMatchObject(nobodys);
    await sentMessage(accountId, from, NOON, { sender: "9999" });
    expect(await receiveOne({ from, to: "9999" })).toMatchObject(nobodys);
  });
});

describe("what is stored", () => {
  it("is what the carrier said, the number as messages are addressed", async () => {
    const from = newMobile();
    const stored = await receiveOne({
      from: `+${from}`,
      encoding: "UCS-2",
      body: "Mōrena 🌅",
      network: " Spark ",
    });
    expect(stored).toMatchObject({ msisdn: from, shortcode: "552", encoding: "UCS2", body: "Mōrena 🌅" });
    expect(stored).toMatchObject({ network: "Spark", receivedAt: new Date("2026-11-20T23:00:00.700Z") });
  });

  test.each([
    ["64271234567", "Spark"],
    ["64204123456", "Spark"],
    ["61412345678", null],
  ])("has the network of %s by its prefix: %s", async (from, network) => {
    expect(await receiveOne({ from, network: null })).toMatchObject({ network });
    expect(await receiveOne({ from, network: " \0" })).toMatchObject({ network });
  });

  test.each([
    ["777", "777"],
    ["00", "00"],
    ["Air\0line", "Airline"],
    ["9".repeat(5000), "9".repeat(40)],
  ])("keeps a sender that is no phone number", async (from, msisdn) => {
    expect(await receiveOne({ from })).toMatchObject({ msisdn, accountId: null });
  });

  it("is well-formed, whatever the body", async () => {
    const body = "a\0b \ud800c 😀 \udc00";
    expect(
      await receiveOne({ body, to: "55\0x", reference: `r\0\ud800${newId()}`.replace(/\0|\ud800/g, "") }),
    ).toMatchObject({
      body: "ab \ufffdc 😀 \ufffd",
      shortcode: "55x",
    });
    expect(
      await receive(db(), "test", [carrierInbound({ reference: `\0${newId()}\ud800` })], NOON),
    ).toMatchObject({ stored: 1 });
    expect(await receiveOne({ body: "" })).toMatchObject({ body: "" });
  });
});

describe("the event", () => {
  it("tells the account all of it, once, and is due at once", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    const from = newMobile();
    const replyTo = await sentMessage(accountId, from, NOON, { customerMessageId: "order-7" });
    const { id, deliveries } = await receiveOne({ from, body: 'Yes "please" \ud800🌅', network: "One NZ" });
    expect(deliveries).toMatchObject([
      {
        accountId,
        kind: "inbound",
        messageId: null,
        state: "pending",
        attempts: 0,
        createdAt: NOON,
        dueAt: NOON,
      },
    ]);
    const event: unknown = JSON.parse(deliveries[0]?.body ?? "");
    expect(event).toEqual({
      type: "SMS",
      messageId: id,
      gatewayMessageId: id,
      from,
      to: "552",
      body: 'Yes "please" \ufffd🌅',
      timestamp: NOON.getTime() / 1000,
      encoding: "text/plain",
      network: "One NZ",
      replyTo,
      replyToGatewayId: replyTo,
      replyToCustomerMessageId: "order-7",
    });
    expect(inboundEvent.parse(event)).toEqual(event);
  });

  it("leaves out what is not known, and has a network all the same", async () => {
    const own = await testAccount();
    await db().prisma.shortcode.create({ data: { number: "4040", ownerId: own.accountId } });
    await listen(own.accountId);
    const { deliveries } = await receiveOne({ from: "61412345678", to: "4040" });
    const event = inboundEvent.parse(JSON.parse(deliveries[0]?.body ?? ""));
    expect(Object.keys(event)).toEqual([
      "type",
      "messageId",
      "gatewayMessageId",
      "from",
      "to",
      "body",
      "timestamp",
      "encoding",
      "network",
    ]);
    expect(event.network).toBe("Unknown");
  });

  it("waits where the endpoint is paused, and is not made where there is none of its kind", async () => {
    const [paused, deaf] = [await testAccount(), await testAccount()];
    await listen(paused.accountId, NOON);
    await db().prisma.webhookEndpoint.create({
      data: { accountId: deaf.accountId, kind: "report", url: "https://example.com", registeredAt: NOON },
    });
    const [first, second] = [newMobile(), newMobile()];
    await sentMessage(paused.accountId, first, NOON);
    await sentMessage(deaf.accountId, second, NOON);
    expect((await receiveOne({ from: first })).deliveries).toMatchObject([{ state: "pending", dueAt: null }]);
    expect((await receiveOne({ from: second })).deliveries).toEqual([]);
  });
});

describe("a message delivered again", () => {
  it("is stored once, however often and wherever at once, and nothing follows from it twice", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    const from = newMobile();
    await sentMessage(accountId, from, NOON);
    const given = carrierInbound({ from, body: "STOP" });
    const instants = [1, 2, 3, 4, 5].map(minutes);
    const results = await Promise.all(instants.map((at) => receive(db(), "test", [given, given], at)));
    expect(results.filter(({ stored }) => stored === 1)).toHaveLength(1);
    expect(results.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(9);
    const inbound = await db().prisma.inboundMessage.findMany({
      where: { accountId },
      include: { deliveries: true },
    });
    expect(inbound.map(({ deliveries }) => deliveries.length)).toEqual([1]);
    const [blocked] = await db().prisma.blockedNumber.findMany({ where: { accountId } });
    const winner = instants[results.findIndex(({ stored }) => stored === 1)];
    expect(blocked).toMatchObject({ active: true, blockedAt: winner });
    expect(await receive(db(), "test", [given], minutes(60))).toEqual({
      stored: 0,
      duplicates: 1,
      emailed: 0,
    });
    expect(await db().prisma.blockedNumber.findMany({ where: { accountId } })).toEqual([blocked]);
    expect(await db().prisma.webhookDelivery.count({ where: { accountId } })).toBe(1);
  });

  it("is another message when another carrier has the same reference", async () => {
    const given = carrierInbound();
    expect(await receive(db(), "one", [given], NOON)).toEqual({ stored: 1, duplicates: 0, emailed: 0 });
    expect(await receive(db(), "two", [given], NOON)).toEqual({ stored: 1, duplicates: 0, emailed: 0 });
  });

  it("is new when the first time could not be committed: nothing is left of that", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    const from = newMobile();
    await sentMessage(accountId, from, NOON);
    const given = carrierInbound({ from, body: "STOP" });
    const left = async () => [
      await db().prisma.inboundMessage.count({ where: { accountId } }),
      await db().prisma.webhookDelivery.count({ where: { accountId } }),
      await db().prisma.blockedNumber.count({ where: { accountId } }),
    ];
    await db().query(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused at commit'; end $$`);
    await db().query(sql`create constraint trigger refuse after insert on inbound_messages
      deferrable initially deferred for each row execute function refuse()`);
    await expect(receive(db(), "test", [given], NOON)).rejects.toThrow("refused at commit");
    await db().query(sql`drop trigger refuse on inbound_messages`);
    expect(await left()).toEqual([0, 0, 0]);
    expect(await receive(db(), "test", [given], NOON)).toEqual({ stored: 1, duplicates: 0, emailed: 0 });
    expect(await left()).toEqual([1, 1, 1]);
  });

  it("does not hold up batches that overlap in another order", async () => {
    const { accountId } = await testAccount();
    const senders = Array.from({ length: 20 }, newMobile);
    for (const from of senders) await sentMessage(accountId, from, NOON);
    const batch = senders.map((from) => carrierInbound({ from, body: "STOP" }));
    const batches = [batch, batch.toReversed(), batch, batch.toReversed()];
    const results = await Promise.all(batches.map((given) => receive(db(), "test", given, NOON)));
    expect(results.reduce((sum, { stored }) => sum + stored, 0)).toBe(20);
    // Each batch blocks some numbers that another batch unblocks.
    for (let round = 0; round < 5; round++) {
      const mixed = [0, 1, 2, 3].map((shift) =>
        senders.map((from, index) =>
          carrierInbound({ from, body: (index + shift) % 2 === 0 ? "STOP" : "START" }),
        ),
      );
      await Promise.all(mixed.map((given) => receive(db(), "test", given, NOON)));
    }
    expect(await receive(db(), "test", [], NOON)).toEqual({ stored: 0, duplicates: 0, emailed: 0 });
  });
});
