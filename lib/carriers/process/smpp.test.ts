import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { carriersOf } from "@/lib/carriers/process/current";
import { now } from "@/lib/clock";
import { encrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { startCarriers } from "@/lib/jobs/carriers/carrier-events";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

useTestDatabase({ each: true });

let smsc: FaultySmsc;
let stop: () => Promise<void>;

beforeEach(async () => {
  smsc = await FaultySmsc.start();
  const { AUTH_SECRET = "" } = process.env;
  await db().prisma.carrier.create({
    data: {
      name: "north",
      kind: "smpp",
      settings: { host: "127.0.0.1", port: smsc.port, systemId: "gateway", tps: 100 },
      encryptedSecrets: encrypt(JSON.stringify({ password: "hush" }), AUTH_SECRET),
    },
  });
  stop = startCarriers(db);
});
afterEach(async () => {
  await stop();
  await smsc.stop();
});

/** Returns the carrier when it is bound. */
async function bound() {
  await expect
    .poll(async () => (await carriersOf(db()).carriers(now())).find(({ name }) => name === "north")?.room())
    .toBe(1);
}

async function acceptFor(count: number) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const at = now();
  const items = Array.from({ length: count }, () => testItem({ dueAt: at }));
  await accept(db(), [testSubmission(accountId, { items })], at, () => "");
  await db().query(
    sql`update message_queue set carrier_id = (select id from carriers) where account_id = ${accountId}`,
  );
  return accountId;
}

describe("a carrier that speaks SMPP", () => {
  it("is bound by its row, takes what waits for it, and its receipts end the messages", async () => {
    await bound();
    expect(smsc.link.received[0]).toMatchObject({ fields: { systemId: "gateway", password: "hush" } });
    const accountId = await acceptFor(30);
    await expect
      .poll(async () => {
        await dispatchAll(db(), now(), BY_DAY);
        return smsc.submitted.length;
      })
      .toBe(30);
    const carriers = async () =>
      (await messagesOf(accountId)).map(({ carrierReference }) => carrierReference);
    await expect.poll(async () => new Set(await carriers()).size).toBe(30);
    expect(await carriers()).not.toContain(null);
    await Promise.all(
      smsc.submitted.map(({ fields }, index) =>
        smsc.link.deliver({
          esmClass: 4,
          source: fields.destination,
          shortMessage: Buffer.from(`id:${index + 1} stat:DELIVRD err:000`),
        }),
      ),
    );
    const statuses = (await messagesOf(accountId)).map(({ status }) => status);
    expect(statuses).toEqual(Array(30).fill("DELIVRD"));
  });

  it("knows a sender by the address that the network knows it by, both ways", async () => {
    const { id: carrierId } = await db().prisma.carrier.findFirstOrThrow();
    await db().prisma.carrierSender.create({ data: { carrierId, sender: "552", source: "64210030552" } });
    await bound();
    const accountId = await acceptFor(1);
    await expect
      .poll(async () => {
        await dispatchAll(db(), now(), BY_DAY);
        return smsc.submitted[0]?.fields;
      })
      .toMatchObject({ source: "64210030552", sourceTon: 1, sourceNpi: 1 });
    expect(await messagesOf(accountId)).toMatchObject([{ sender: "552" }]);
    const answer = { source: "64211234567", destination: "64210030552", shortMessage: Buffer.from("Hello") };
    await smsc.link.deliver(answer);
    expect(await db().prisma.inboundMessage.findFirst()).toMatchObject({ shortcode: "552", accountId });
  });

  it("brings messages in", async () => {
    await bound();
    await smsc.link.deliver({
      source: "64211234567",
      destination: "2190",
      shortMessage: Buffer.from("Hello"),
    });
    await smsc.link.deliver({
      source: "64211234567",
      destination: "2190",
      shortMessage: Buffer.from("Hello"),
    });
    const stored = await db().prisma.inboundMessage.findMany({ select: { body: true, msisdn: true } });
    expect(stored).toEqual(Array(2).fill({ body: "Hello", msisdn: "64211234567" }));
  });

  it("60: knows a message again that another process took, and a person's second", async () => {
    const yes = { source: "64211234567", destination: "2190", shortMessage: Buffer.from("YES") };
    const stored = () => db().prisma.inboundMessage.count();
    await bound();
    await smsc.link.deliver(yes);
    await stop();
    stop = startCarriers(db);
    await bound();
    await smsc.link.deliver(yes);
    expect(await stored()).toBe(1);
    await smsc.link.deliver(yes);
    expect(await stored()).toBe(2);
  });

  it("59: joins a message whose parts come by links of two processes", async () => {
    const part = (number: number, text: string) => ({
      source: "64211234567",
      destination: "2190",
      esmClass: 0x40,
      shortMessage: Buffer.concat([Buffer.of(5, 0, 3, 9, 2, number), Buffer.from(text)]),
    });
    await bound();
    await smsc.link.deliver(part(2, "world"));
    expect(await db().prisma.inboundMessage.count()).toBe(0);
    await stop();
    stop = startCarriers(db);
    await bound();
    await smsc.link.deliver(part(1, "hello "));
    const stored = await db().prisma.inboundMessage.findMany({ select: { body: true } });
    expect(stored).toEqual([{ body: "hello world" }]);
  });
});
