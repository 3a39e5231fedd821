import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY } from "@/tests/support/database/submission";
import { messagesOf } from "@/tests/support/server/gateway";
import { deliveryOctets, type SmscLink } from "@/tests/support/smsc/smsc";
import { acceptTo, carrierNamed, dispatchUntil, useTwoSmscs } from "@/tests/support/smsc/two-smscs";

useTestDatabase({ each: true });

const smscs = useTwoSmscs();

/** Sends a message to each handset in turn, and waits until their references are stored. */
async function send(...handsets: string[]): Promise<number> {
  const before = smscs.north.submitted.length;
  const accountId = await acceptTo(handsets);
  await dispatchUntil(() => smscs.north.submitted.length, before + handsets.length);
  await expect.poll(() => db().prisma.carrierSubmission.count()).toBe(before + handsets.length);
  return accountId;
}

const HANDSET = "64211234567";
const OTHER = "64217654321";
const receipt = (id: number | string, state: string, source = HANDSET, destination = "552") => ({
  esmClass: 4,
  source,
  destination,
  shortMessage: Buffer.from(`id:${id} stat:${state} err:000`),
});
const give = (link: SmscLink, ...given: Parameters<typeof receipt>) => link.deliver(receipt(...given));
const statusesOf = async (accountId: number) => (await messagesOf(accountId)).map(({ status }) => status);
const OK = { command: "deliver_sm_resp", status: 0 };

describe("a receipt", () => {
  it("43: that comes before the response waits for it, and is applied once", async () => {
    smscs.north.script = (pdu, link) =>
      pdu.command === "submit_sm"
        ? give(link, 1, "DELIVRD").then((answer) => {
            expect(answer).toMatchObject(OK);
            link.answer(pdu);
          })
        : undefined;
    const accountId = await send(HANDSET);
    await expect.poll(() => statusesOf(accountId)).toEqual(["DELIVRD"]);
    expect(await db().prisma.deliveryReport.count()).toBe(1);
    expect(await db().prisma.parkedReport.count()).toBe(0);
  });

  it("46: of an id that nobody knows is acknowledged, and kept for a while", async () => {
    expect(await give(smscs.north.link, "beef", "DELIVRD")).toMatchObject(OK);
    expect(await db().prisma.parkedReport.findMany()).toMatchObject([
      { carrier: "north", reference: "beef", msisdn: HANDSET, code: 1 },
    ]);
  });

  /** Returns a complete receipt in an SMSC's form. */
  const whole = (id: string, stat: string, given: object = {}, date = "2611221703") => ({
    esmClass: 4,
    source: HANDSET,
    destination: "552",
    shortMessage: Buffer.from(
      `id:${id} sub:001 dlvrd:001 submit date:${date} done date:${date} stat:${stat} err:000 text:Hi`,
    ),
    ...given,
  });

  it.each(["ab_7", "a@$[]{}~^|\\7", "smsc4:123", "A,b;7"])("46: finds the id %s in its ASCII", async (id) => {
    Object.assign(smscs.north, { nextId: () => id });
    const accountId = await send(HANDSET);
    expect(await smscs.north.link.deliver(whole(id, "DELIVRD"))).toMatchObject(OK);
    await expect.poll(() => statusesOf(accountId)).toEqual(["DELIVRD"]);
  });

  it("58: is recognised by its form if esm_class is 0, and a similar reply stays a reply", async () => {
    const accountId = await send(HANDSET, OTHER);
    const { link } = smscs.north;
    expect(await link.deliver(whole("1", "DELIVRD", { esmClass: 0 }))).toMatchObject(OK);
    const short = { ...receipt(2, "UNDELIV", OTHER), esmClass: 0 };
    expect(await link.deliver(short)).toMatchObject(OK);
    await expect.poll(async () => (await statusesOf(accountId)).sort()).toEqual(["DELIVRD", "UNDELIV"]);
    for (const text of ["id: 5 stat: ok", "id:77 stat:DELIVRD err:000"]) {
      const reply = { esmClass: 0, source: HANDSET, destination: "552", shortMessage: Buffer.from(text) };
      expect(await link.deliver(reply)).toMatchObject(OK);
    }
    const replies = await db().prisma.inboundMessage.findMany({ orderBy: { id: "asc" } });
    expect(replies.map(({ body }) => body)).toEqual(["id: 5 stat: ok", "id:77 stat:DELIVRD err:000"]);
  });

  it("51: with an unknown word changes nothing, and the word is kept", async () => {
    const accountId = await send(HANDSET);
    expect(await give(smscs.north.link, 1, "XYZZY")).toMatchObject(OK);
    expect(await statusesOf(accountId)).toEqual(["PENDING"]);
    expect(await db().prisma.unreadableReport.findMany()).toMatchObject([
      { carrier: "north", msisdn: HANDSET, raw: expect.stringMatching(/^Unknown status XYZZY in: /) },
    ]);
    expect(await give(smscs.north.link, 1, "ACKED")).toMatchObject(OK);
    await expect.poll(() => db().prisma.deliveryReport.findMany()).toMatchObject([{ status: "ACCEPTD" }]);
  });

  it.each([
    ["of this minute", (at: Date) => at.toISOString().slice(2, 16)],
    ["behind", (at: Date) => new Date(at.getTime() - 5 * 3_600_000).toISOString().slice(2, 16)],
    ["ahead", (at: Date) => new Date(at.getTime() + 13 * 3_600_000).toISOString().slice(2, 16)],
    ["that is none", () => "0000000000"],
  ])("55: has no time before its message was handed over: %s", async (_, dateOf) => {
    const accountId = await send(HANDSET);
    const before = now();
    const date = dateOf(before).replaceAll(/\D/g, "");
    expect(await smscs.north.link.deliver(whole("1", "DELIVRD", {}, date))).toMatchObject(OK);
    await expect.poll(() => statusesOf(accountId)).toEqual(["DELIVRD"]);
    const [message] = await messagesOf(accountId);
    const { submittedAt } = await db().prisma.carrierSubmission.findFirstOrThrow();
    expect(message?.statusAt?.getTime()).toBeGreaterThanOrEqual(submittedAt.getTime());
    expect(message?.statusAt?.getTime()).toBeLessThanOrEqual(now().getTime());
  });

  it("54: that says the contrary of a final one is stored, and changes nothing", async () => {
    const accountId = await send(HANDSET);
    await give(smscs.north.link, 1, "DELIVRD");
    expect(await give(smscs.north.link, 1, "UNDELIV")).toMatchObject(OK);
    expect(await statusesOf(accountId)).toEqual(["DELIVRD"]);
    const stored = await db().prisma.deliveryReport.findMany({ orderBy: { id: "asc" } });
    expect(stored.map(({ status }) => status)).toEqual(["DELIVRD", "UNDELIV"]);
  });

  it("42: of an id that the network gave twice is that of its handset", async () => {
    const older = await send(HANDSET);
    smscs.north.resetIds();
    const newer = await send(OTHER);
    await give(smscs.north.link, 1, "DELIVRD", OTHER);
    expect([await statusesOf(older), await statusesOf(newer)]).toEqual([["PENDING"], ["DELIVRD"]]);
    await give(smscs.north.link, 1, "UNDELIV", HANDSET);
    expect([await statusesOf(older), await statusesOf(newer)]).toEqual([["UNDELIV"], ["DELIVRD"]]);
  });

  it.each([
    ["without the country code", "0217654321", "552"],
    ["with two zeros before it", "0064217654321", "552"],
    ["where the message had it", "552", OTHER],
    ["both so", "552", "0217654321"],
    ["beside a sender that is a long number", "64210030552", OTHER],
    ["beside a sender that is a long number, both without the country code", "0210030552", "0217654321"],
    ["beside no number at all", "PIZZA", OTHER],
  ])("42: finds the right handset that it names %s", async (_, source, destination) => {
    const carrierId = (await carrierNamed("north"))?.id ?? 0;
    await db().prisma.carrierSender.create({ data: { carrierId, sender: "2190", source: "64210030552" } });
    const older = await send(OTHER);
    smscs.north.resetIds();
    const newer = await send(HANDSET);
    expect(await give(smscs.north.link, 1, "DELIVRD", source, destination)).toMatchObject(OK);
    expect([await statusesOf(older), await statusesOf(newer)]).toEqual([["DELIVRD"], ["PENDING"]]);
  });

  it.each(["beef", 1])(
    "of an address that no handset has is acknowledged, with those beside it: %s",
    async (id) => {
      const accountId = await send(HANDSET, OTHER);
      const { link } = smscs.north;
      const octets = deliveryOctets(900, receipt(id, "DELIVRD", "X"));
      const at = octets.indexOf("X\0");
      const address = Buffer.from(randomBytes(6_000).toString("base64"));
      const longer = Buffer.concat([octets.subarray(0, at), address, octets.subarray(at + 1)]);
      longer.writeUInt32BE(longer.length, 0);
      const answered = link.responseTo(900);
      link.write(longer);
      expect(await give(link, 2, "DELIVRD", OTHER)).toMatchObject(OK);
      expect(await answered).toMatchObject(OK);
      expect(await statusesOf(accountId)).toContain("DELIVRD");
    },
  );

  it("55: that comes 30 days late is applied", async () => {
    const accountId = await send(HANDSET);
    await db().query(sql`update messages set accepted_at = accepted_at - interval '30 days'`);
    await db().query(sql`update carrier_submissions set submitted_at = submitted_at - interval '30 days'`);
    expect(await give(smscs.north.link, 1, "DELIVRD")).toMatchObject(OK);
    expect(await statusesOf(accountId)).toEqual(["DELIVRD"]);
  });

  it("55: of a message that was deleted is acknowledged", async () => {
    const accountId = await send(HANDSET);
    await db().prisma.queuedMessage.deleteMany({ where: { accountId } });
    await db().prisma.message.deleteMany({ where: { accountId } });
    expect(await give(smscs.north.link, 1, "DELIVRD")).toMatchObject(OK);
    expect(await db().prisma.deliveryReport.count()).toBe(0);
    expect(await db().prisma.parkedReport.count()).toBe(1);
  });
});

it.each([
  ["big endian", Buffer.from("\ufeffSTOP", "utf16le").swap16()],
  ["little endian", Buffer.from("\ufeffSTOP", "utf16le")],
])("a reply with a byte order mark, %s, opts its sender out", async (_, shortMessage) => {
  const accountId = await send(HANDSET);
  const reply = { esmClass: 0, dataCoding: 8, source: HANDSET, destination: "552", shortMessage };
  expect(await smscs.north.link.deliver(reply)).toMatchObject(OK);
  expect(await db().prisma.inboundMessage.findMany()).toMatchObject([{ body: "STOP" }]);
  expect(await db().prisma.blockedNumber.findMany()).toMatchObject([{ accountId, msisdn: HANDSET }]);
});

it("13: what waits for a network that is down for five seconds goes by the next of its route", async () => {
  await smscs.north.stop();
  await expect.poll(async () => (await carrierNamed("north"))?.health().isUp).toBe(false);
  const accountId = await acceptTo([HANDSET, OTHER]);
  await dispatchAll(db(), now(), BY_DAY);
  await dispatchAll(db(), new Date(now().getTime() + 2_000), BY_DAY);
  expect(smscs.south.submitted).toEqual([]);
  await dispatchUntil(() => smscs.south.submitted.length, 2, 12_000);
  await expect
    .poll(async () => (await messagesOf(accountId)).map(({ carrier }) => carrier))
    .toEqual(["south", "south"]);
  const kindsOf = async (carrier: string) => {
    const events = await db().prisma.carrierEvent.findMany({ where: { carrier } });
    return events.map(({ kind }) => kind).sort();
  };
  // The second loss has another reason: there is no connection.
  await expect.poll(() => kindsOf("north")).toEqual(["bound", "down", "lost", "lost"]);
  expect(await kindsOf("south")).toEqual(["bound"]);
});
