import { beforeAll, describe, expect, it } from "vitest";
import { loadSources } from "@/lib/carriers/sender-addresses";
import { db } from "@/lib/db/client";
import { passOnParts, receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { part } from "@/tests/support/inbound-parts";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

/** Returns a stored message of a number to 552. */
async function received(from: string, to = "552") {
  const given = carrierInbound({ from, to });
  await receive(db(), "test", [given], NOON);
  return db().prisma.inboundMessage.findUniqueOrThrow({
    where: { carrier_carrierReference: { carrier: "test", carrierReference: given.reference } },
  });
}

it("a message in is the account's whose scheduled message went out last, however many were accepted since", async () => {
  const [clinic, bank] = [await testAccount(), await testAccount()];
  const from = newMobile();
  const sendAt = minutes(40_000);
  const items = [testItem({ msisdn: from, dueAt: sendAt, sendAt })];
  await accept(db(), [testSubmission(clinic.accountId, { items })], minutes(1), () => "");
  for (let sent = 0; sent < 30; sent++)
    await sentMessage(bank.accountId, from, minutes(1_000 * (sent + 1)), { sendType: "otp" });
  const last = await sentMessage(bank.accountId, from, minutes(31_000));
  expect(await received(from)).toMatchObject({ accountId: bank.accountId, relatedMessageId: last });
  const [{ id: messageId = "" } = {}] = items;
  await db().prisma.carrierSubmission.create({
    data: { messageId, carrier: "test", reference: messageId, submittedAt: sendAt },
  });
  expect(await received(from)).toMatchObject({
    accountId: clinic.accountId,
    relatedMessageId: messageId,
  });
  const newer = await sentMessage(bank.accountId, from, minutes(40_001));
  expect(await received(from)).toMatchObject({ accountId: bank.accountId, relatedMessageId: newer });
});

it("a message in is the account's whose held message was released last, however many were sent meanwhile", async () => {
  const [shop, bank] = [await testAccount(), await testAccount()];
  const from = newMobile();
  const item = testItem({ msisdn: from, dueAt: null });
  const held = testSubmission(shop.accountId, { heldHosts: ["example.com"], items: [item] });
  await accept(db(), [held], minutes(1), () => "");
  for (let sent = 0; sent < 30; sent++) await sentMessage(bank.accountId, from, minutes(2 + sent));
  await db().prisma.carrierSubmission.create({
    data: { messageId: item.id, carrier: "test", reference: item.id, submittedAt: minutes(60) },
  });
  expect(await received(from)).toMatchObject({ accountId: shop.accountId, relatedMessageId: item.id });
});

it("a message in to a number with a plus is to its sender, whether that is a long number or known as one", async () => {
  const { id: carrierId } = await db().prisma.carrier.create({ data: { name: "test", kind: "http" } });
  const known = [
    { sender: "552", source: "64210030552" },
    { sender: "2190", source: "+64210032190" },
  ];
  await db().prisma.carrierSender.createMany({ data: known.map((each) => ({ ...each, carrierId })) });
  loadSources.forget(db());
  await db().prisma.shortcode.create({ data: { number: "64210033030" } });
  const { accountId } = await testAccount();
  for (const [sender, ...written] of [
    ["552", "+64210030552", "64210030552"],
    ["2190", "+64210032190", "64210032190"],
    ["64210033030", "+64210033030", "64210033030"],
  ] as const)
    for (const to of written) {
      const from = newMobile();
      await sentMessage(accountId, from, NOON, { sender });
      expect(await received(from, to)).toMatchObject({ accountId, shortcode: sender });
    }
});

it("a message in to an address of several senders is to the one that last sent to the number", async () => {
  const { id: carrierId } = await db().prisma.carrier.create({ data: { name: "one-number", kind: "http" } });
  const senders = ["552", "2190"];
  await db().prisma.carrierSender.createMany({
    data: senders.map((sender) => ({ sender, source: "64210039999", carrierId })),
  });
  loadSources.forget(db());
  const { accountId } = await testAccount();
  const from = newMobile();
  const hear = (at: Date) =>
    receive(db(), "one-number", [carrierInbound({ from, to: "64210039999", body: "STOP" })], at);
  for (const [place, sender] of [...senders, "552"].entries()) {
    const at = minutes(10 * place);
    await sentMessage(accountId, from, at, { sender });
    await hear(minutes(10 * place + 1));
    expect(
      await db().prisma.blockedNumber.findUnique({
        where: { accountId_msisdn: { accountId, msisdn: from } },
      }),
    ).toMatchObject({ shortcode: sender, blockedAt: minutes(10 * place + 1) });
    await db().prisma.blockedNumber.deleteMany({ where: { accountId } });
  }
  const stranger = newMobile();
  const { accountId: owner } = await testAccount();
  const { id: shortcodeId } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } });
  await db().prisma.inboundKeyword.create({ data: { shortcodeId, keyword: "MENU", accountId: owner } });
  for (const from of [stranger, newMobile()]) {
    if (from !== stranger) await sentMessage(accountId, from, NOON, { sender: "2190" });
    const given = carrierInbound({ from, to: "64210039999", body: "Menu please" });
    await receive(db(), "one-number", [given], NOON);
    const where = { accountId: owner, msisdn: from };
    expect(await db().prisma.inboundMessage.findMany({ where })).toMatchObject([{ shortcode: "552" }]);
  }
});

describe("a message in parts to an address of several senders", () => {
  const TO = "64210038888";
  let id = 0;
  beforeAll(async () => {
    const { id: carrierId } = await db().prisma.carrier.create({ data: { name: "parts", kind: "http" } });
    const data = ["552", "2190"].map((sender) => ({ sender, source: TO, carrierId }));
    await db().prisma.carrierSender.createMany({ data });
    loadSources.forget(db());
    id = (await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } })).id;
  });
  const hear = (from: string, number: number, text: string, at: Date) => {
    const given = part({ number, octets: Buffer.from(text) }, { from, to: TO });
    return receive(db(), "parts", [given], at);
  };
  const heard = (msisdn: string) =>
    db().prisma.inboundMessage.findMany({
      where: { msisdn },
      select: { body: true, shortcode: true, accountId: true },
    });

  it("is one message, to the sender that last sent, though another one sent between its parts", async () => {
    const { accountId } = await testAccount();
    const from = newMobile();
    await sentMessage(accountId, from, NOON, { sender: "552" });
    await hear(from, 1, "Kia ", minutes(1));
    await sentMessage(accountId, from, minutes(2), { sender: "2190" });
    await hear(from, 2, "ora", minutes(3));
    expect(await heard(from)).toEqual([{ body: "Kia ora", shortcode: "2190", accountId }]);
  });

  it.each([true, false])(
    "is to the sender of which its first word is a keyword, with all of it there: %s",
    async (isWhole) => {
      const [{ accountId }, { accountId: owner }] = [await testAccount(), await testAccount()];
      const keyword = isWhole ? "LUNCH" : "DINNER";
      await db().prisma.inboundKeyword.create({ data: { shortcodeId: id, keyword, accountId: owner } });
      const from = newMobile();
      await sentMessage(accountId, from, NOON, { sender: "2190" });
      await hear(from, 1, `${keyword} pl`, minutes(1));
      if (isWhole) await hear(from, 2, "ease", minutes(2));
      else await passOnParts(db(), minutes(31));
      const body = isWhole ? "LUNCH please" : "DINNER pl[…]";
      expect(await heard(from)).toEqual([{ body, shortcode: "552", accountId: owner }]);
    },
  );
});

it.each(["211", "0211", "+64211", "0064211"])(
  "a message in of a handset that its network writes as %s… is that handset's",
  async (written) => {
    const { accountId } = await testAccount();
    const msisdn = newMobile();
    await sentMessage(accountId, msisdn, NOON);
    expect(await received(msisdn.replace(/^64211/, written))).toMatchObject({ accountId, msisdn });
  },
);

it("a number abroad stays one, though it might be New Zealand's without its code", async () => {
  const { accountId } = await testAccount();
  const faroese = "298211234";
  await sentMessage(accountId, faroese, NOON);
  expect(await received(faroese)).toMatchObject({ accountId, msisdn: faroese });
});
