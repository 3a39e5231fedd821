import { beforeEach, describe, expect, it } from "vitest";
import { type CarrierAnswer, type CarrierReport, type Settle, userReferenceOf } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { applyLeftParked, reportOrPark } from "@/lib/messages/dispatch/park-reports";
import { findParkedOnStatement, settleUnknownStatement } from "@/lib/messages/dispatch/settle-unknown.sql";
import { accepted, carrierNamed, NEVER_MS, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { newMobile } from "@/tests/support/inbound";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase();
let msisdn: string;
beforeEach(async () => {
  await emptyQueue();
  await db().prisma.parkedReport.deleteMany();
  msisdn = newMobile();
});

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Answers arrive shortly after the handover, and the hold of 2 minutes begins with them. */
const HELD = later(30_000);
const RELEASED = later(130_000);

/** Returns a network with the given answer, which counts each submission as a different message. */
function network(answer: (id: string) => CarrierAnswer = unknown) {
  const given: string[] = [];
  const named = carrierNamed("smsc", 10, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    return batch.map(({ id }) => answer(id));
  });
  return { carrier: { ...named, isIdempotent: false }, given };
}

/** Returns a network that does not answer until `answer` is called. */
function silent() {
  let submitted: (settle: Settle) => void = () => undefined;
  const settling = new Promise<Settle>((resolve) => {
    submitted = resolve;
  });
  const submit = (_: unknown, settle: Settle) => submitted(settle);
  const answer = async (given: CarrierAnswer) => (await settling)([given]);
  return { carrier: { ...network().carrier, submit }, answer };
}

/** Creates a due message to the handset. */
async function due(parts = 1) {
  const { accountId } = await testAccount();
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
  const item = testItem({ msisdn, dueAt: NOW });
  const body = "a".repeat(parts > 1 ? parts * 153 : 10);
  await accept(db(), [testSubmission(accountId, { items: [item], body, parts })], NOW, () => "");
  return {
    id: item.id,
    row: async () => (await messagesOf(accountId))[0],
    events: () => db().prisma.webhookDelivery.count({ where: { accountId } }),
    submissions: () => db().prisma.carrierSubmission.findMany({ where: { messageId: item.id } }),
  };
}

/** Creates a message that the network may have accepted. */
async function held(parts = 1) {
  const message = await due(parts);
  const { given, carrier } = network();
  await dispatch(db(), carrier, NOW, BY_DAY);
  expect(given).toContain(message.id);
  return message;
}

function report(reference: string, overrides: Partial<CarrierReport> = {}): CarrierReport {
  return { reference, key: `${reference}/1`, code: 1, reportedAt: HELD, msisdn, ...overrides };
}

const told = (...reports: CarrierReport[]) => reportOrPark(db(), "smsc", reports, HELD);
const parked = () => db().prisma.parkedReport.count();

/** Returns the number of messages that are sent again after the holds. */
async function sentAgain(): Promise<number> {
  const { carrier, given } = network((id) => accepted(id, `again ${id}`));
  await dispatch(db(), carrier, RELEASED, BY_DAY);
  return given.length;
}

describe("a report without a known reference, on a handset with one held message", () => {
  it("28: settles it: it is accepted under that reference, and never sent again", async () => {
    const message = await held();
    await told(report("r1", { errorCode: "000" }));
    expect(await message.row()).toMatchObject({ status: "DELIVRD", isQueued: false });
    expect(await message.submissions()).toMatchObject([
      { reference: "r1", carrier: "smsc", attempt: 1, state: "accepted", possibleDuplicate: false },
    ]);
    expect([await parked(), await message.events(), await sentAgain()]).toEqual([0, 1, 0]);
  });

  it("settles it also where it says only that the network has it; the last one ends it", async () => {
    const message = await held();
    await told(report("r2", { code: 8, key: "r2/0" }));
    expect(await message.row()).toMatchObject({ status: "ACCEPTD", dueAt: null });
    expect(await sentAgain()).toBe(0);
    await told(report("r2"));
    expect([(await message.row())?.status, await message.events()]).toEqual(["DELIVRD", 2]);
  });

  it("settles it though it came before the message was held", async () => {
    const message = await due();
    const { carrier, answer } = silent();
    const dispatched = dispatch(db(), carrier, NOW, BY_DAY);
    await expect.poll(async () => (await message.row())?.attempts).toBe(1);
    await told(report("r3"));
    expect([await parked(), (await message.row())?.status]).toEqual([1, "PENDING"]);
    await answer(unknown(message.id));
    await dispatched;
    expect([await parked(), (await message.row())?.status, await sentAgain()]).toEqual([0, "DELIVRD", 0]);
  });

  it("settles it though it names the handset without its country code, before and after it was held", async () => {
    const message = await due();
    const { carrier, answer } = silent();
    const dispatched = dispatch(db(), carrier, NOW, BY_DAY);
    await expect.poll(async () => (await message.row())?.attempts).toBe(1);
    await told(report("n1", { msisdn: msisdn.slice(2) }));
    expect(await parked()).toBe(1);
    await answer(unknown(message.id));
    await dispatched;
    expect([await parked(), (await message.row())?.status]).toEqual([0, "DELIVRD"]);
    const other = await held();
    await told(report("n2", { msisdn: msisdn.slice(2) }));
    expect([await parked(), (await other.row())?.status, await sentAgain()]).toEqual([0, "DELIVRD", 0]);
  });

  it("is kept as a possible duplicate where the message went out before", async () => {
    const message = await held();
    const { carrier, given } = network();
    await dispatch(db(), carrier, RELEASED, BY_DAY);
    expect(given).toEqual([message.id]);
    await told(report("r4"));
    expect(await message.submissions()).toMatchObject([{ attempt: 2, possibleDuplicate: true }]);
    expect((await message.row())?.status).toBe("DELIVRD");
  });
});

describe("a report that repeats the message's own reference", () => {
  it("settles that one of two that are held, also where the other is with the network again", async () => {
    const [one, other] = [await due(), await due()];
    await dispatch(db(), network().carrier, NOW, BY_DAY);
    await told(report("u1", { userReference: userReferenceOf(other.id) }));
    expect([(await one.row())?.status, (await other.row())?.status]).toEqual(["PENDING", "DELIVRD"]);
    expect([await parked(), await sentAgain()]).toEqual([0, 1]);
  });

  it("settles it by a report that came before it was held", async () => {
    const [one, message] = [await due(), await due()];
    const { carrier } = silent();
    const dispatched = dispatch(db(), { ...carrier, answerTimeoutMs: 1_000 }, NOW, BY_DAY);
    await expect.poll(async () => (await message.row())?.attempts).toBe(1);
    const given = report("u2", { userReference: userReferenceOf(message.id), reportedAt: NOW });
    await reportOrPark(db(), "smsc", [given], NOW);
    expect(await parked()).toBe(1);
    await dispatched;
    expect([(await one.row())?.status, (await message.row())?.status]).toEqual(["PENDING", "DELIVRD"]);
  });

  it("settles no other message", async () => {
    const message = await held();
    await told(report("u3", { userReference: userReferenceOf(message.id) ^ 1 }));
    expect([await parked(), await sentAgain()]).toEqual([1, 1]);
  });
});

describe("a report that may be another message's is parked, and the message sent again", () => {
  it("where two are held", async () => {
    await Promise.all([held(), due()]);
    await dispatch(db(), network().carrier, NOW, BY_DAY);
    await told(report("p1"));
    expect([await parked(), await sentAgain()]).toEqual([1, 2]);
  });

  it("where another is with the carrier", async () => {
    await held();
    const message = await due();
    const { carrier } = network();
    // The network does not answer during these tests.
    void dispatch(db(), { ...carrier, answerTimeoutMs: NEVER_MS, submit: () => undefined }, NOW, BY_DAY);
    await expect.poll(async () => (await message.row())?.attempts).toBe(1);
    await told(report("p2"));
    expect([await parked(), await sentAgain()]).toEqual([1, 2]);
  });

  it("where it is of two references, or names no handset, another one or another carrier", async () => {
    await held();
    await told(report("p3"), report("p4"));
    await told(report("p5", { msisdn: null }));
    await told(report("p6", { msisdn: "64219999999" }));
    const other = await db().prisma.carrier.create({ data: { name: "other", kind: "none" } });
    await reportOrPark(db(), "other", [report("p7")], HELD);
    await db().prisma.carrier.delete({ where: { id: other.id } });
    expect([await parked(), await sentAgain()]).toEqual([5, 1]);
  });

  it("where a worker is about to claim the message", async () => {
    const message = await held();
    await db().transaction(async (tx) => {
      await tx.query(sql`select 1 from message_queue where message_id = ${message.id} for update`);
      await told(report("p10"));
    });
    expect([await parked(), await sentAgain()]).toEqual([1, 1]);
  });

  it("22: where the carrier took another without a reference", async () => {
    await due();
    await dispatch(db(), network((id) => accepted(id, null)).carrier, NOW, BY_DAY);
    await held();
    await told(report("p11"));
    expect([await parked(), await sentAgain()]).toEqual([1, 1]);
  });

  it("where it has several parts, unless it names the message by our own id", async () => {
    const message = await held(3);
    await told(report("p8"));
    expect([await parked(), (await message.row())?.status]).toEqual([1, "PENDING"]);
    await told(report(message.id));
    expect([await parked(), (await message.row())?.status, await sentAgain()]).toEqual([1, "DELIVRD", 0]);
  });

  it("where its reference was parked before the message was handed over", async () => {
    await reportOrPark(db(), "smsc", [report("p9")], later(-1));
    await held();
    expect([await parked(), await sentAgain()]).toEqual([1, 1]);
  });
});

describe("at the same time", () => {
  it("a claim and a report: it is sent again or settled, never both", async () => {
    for (let round = 0; round < 40; round++) {
      await db().prisma.parkedReport.deleteMany();
      await emptyQueue();
      msisdn = newMobile();
      const message = await held();
      const again = network((id) => accepted(id, `second ${round}`));
      await Promise.all([
        dispatch(db(), again.carrier, RELEASED, BY_DAY),
        told(report(`race ${round}`), report(`race ${round}`, { key: "more" })),
      ]);
      const isSettled = (await message.row())?.status === "DELIVRD";
      const reference = isSettled ? `race ${round}` : `second ${round}`;
      expect(await message.submissions()).toMatchObject([{ reference }]);
      expect(again.given).toEqual(isSettled ? [] : [message.id]);
      expect((await parked()) > 0).toBe(!isSettled);
    }
  });

  it("two reports of different references: one settles it, the other is parked", async () => {
    for (let round = 0; round < 20; round++) {
      await db().prisma.parkedReport.deleteMany();
      await emptyQueue();
      msisdn = newMobile();
      const message = await held();
      await Promise.all(["one", "two"].map((name) => told(report(`${name} ${round}`))));
      expect([(await message.row())?.status, await message.events(), await parked()]).toEqual([
        "DELIVRD",
        1,
        1,
      ]);
    }
  });

  it("a report and the beginning of the hold: the second sees the first", async () => {
    for (let round = 0; round < 20; round++) {
      await emptyQueue();
      msisdn = newMobile();
      const message = await due();
      const { carrier, answer } = silent();
      const dispatched = dispatch(db(), carrier, NOW, BY_DAY);
      await answer(unknown(message.id));
      await Promise.all([dispatched, told(report(`begin ${round}`))]);
      expect([(await message.row())?.status, await message.events()]).toEqual(["DELIVRD", 1]);
    }
    expect(await applyLeftParked(db(), later(60_000))).toBe(0);
  });
});

it("looks everything up by an index", async () => {
  const named = [{ reference: "r", msisdn, userReference: 7 }];
  const statements = [
    settleUnknownStatement("smsc", named),
    findParkedOnStatement("smsc", [{ msisdn, since: NOW }]),
  ];
  const scans = (await Promise.all(statements.map((statement) => scansOf(db(), statement)))).flat();
  const tables = ["messages", "message_queue", "carrier_submissions", "parked_reports"];
  const ours = scans.filter(({ table }) => tables.includes(table));
  expect(new Set(ours.map(({ table }) => table))).toEqual(new Set(tables));
  expect(ours.filter(({ node, by }) => by === null || !/^Index (Only )?Scan$/.test(node))).toEqual([]);
});
