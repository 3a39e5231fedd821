import { beforeEach, describe, expect, it } from "vitest";
import { loadRoutes } from "@/lib/carriers/route-table";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { watchCarriers } from "@/lib/jobs/carriers/carrier-health";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { endHolds } from "@/lib/messages/dispatch/held/end-holds";
import { report } from "@/lib/messages/dispatch/report";
import { LEASE_MS } from "@/lib/queue/leased";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const HOLD_MS = 120_000;

const MARKETING = { messageClass: "marketing" } as const;
const CODE = { sendType: "otp" } as const;

let accountId: number;
/** A carrier that is down, and the next one after it. */
let [dead, healthy] = [0, 0];
beforeEach(async () => {
  const { carrier, carrierSender, route } = db().prisma;
  await route.deleteMany();
  [dead, healthy] = [await added("dead", NOW), await added("healthy", null)];
  async function added(name: string, downSince: Date | null) {
    const { id } = await carrier.create({ data: { name, kind: "test", downSince } });
    await carrierSender.create({ data: { carrierId: id, sender: "552" } });
    return id;
  }
  const targets = [dead, healthy].map((carrierId, tier) => ({ carrierId, tier }));
  await route.create({ data: { position: 1, targets: { create: targets } } });
  ({ accountId } = await testAccount({ balanceMicros: 10_000_000_000n }));
  await registerWebhook(db(), { accountId, kinds: ["report"], url: "https://example.com/hook" }, NOW);
});

/** Creates a message that the down carrier may have. `dueMs` is the end of its hold or lease. */
async function held(kind: Partial<Submission> = {}, dueMs = HOLD_MS, begun = true): Promise<string> {
  const item = testItem({ dueAt: NOW, carrierId: dead });
  await accept(db(), [testSubmission(accountId, { items: [item], ...kind })], NOW, () => "");
  await db().query(sql`
    update message_queue set unknown_since = ${NOW}, first_tried_at = ${NOW}, attempts = 1, due_at = ${later(dueMs)},
      begun = ${begun}, unknown_msisdn = case when ${begun} then '64211234567' end
    where message_id = ${item.id}::uuid`);
  return item.id;
}

async function endAt(ms: number) {
  loadRoutes.forget(db());
  return endHolds(db(), later(ms));
}

const NOTHING = { moved: 0, givenUp: 0 };
const MOVED = { moved: 1, givenUp: 0 };
const GIVEN_UP = { moved: 0, givenUp: 1 };

const change = (data: object) => db().prisma.carrier.update({ where: { id: dead }, data });

describe("what a carrier perhaps has that is down", () => {
  it("goes to the next carrier once its hold is over, as a possible duplicate", async () => {
    const id = await held();
    expect(await endAt(HOLD_MS - 1)).toEqual(NOTHING);
    expect(await endAt(HOLD_MS)).toEqual(MOVED);
    const given: string[] = [];
    const other = carrierNamed("healthy", 10, async (batch) => {
      given.push(...batch.map((message) => message.id));
      return batch.map((message) => accepted(message.id, "r"));
    });
    await dispatch(db(), { ...other, id: healthy, isIdempotent: false }, later(HOLD_MS + 1), BY_DAY);
    expect(given).toEqual([id]);
    expect(await db().prisma.carrierSubmission.findMany()).toMatchObject([
      { attempt: 2, carrier: "healthy", state: "accepted", possibleDuplicate: true },
    ]);
    expect(await endAt(HOLD_MS * 2)).toEqual(NOTHING);
  });

  it("is given up when it is marketing, and told of once", async () => {
    await held(MARKETING);
    expect(await endAt(HOLD_MS)).toEqual(GIVEN_UP);
    expect(await messagesOf(accountId)).toMatchObject([{ status: "UNKNOWN", statusCode: 0, dueAt: null }]);
    expect(await db().prisma.webhookDelivery.count({ where: { accountId } })).toBe(1);
    expect(await endAt(HOLD_MS * 2)).toEqual(NOTHING);
  });

  it("goes sooner when it is a one-time code, whatever its class", async () => {
    await held({ ...CODE, ...MARKETING }, 20_000);
    expect(await endAt(19_999)).toEqual(NOTHING);
    expect(await endAt(20_000)).toEqual(MOVED);
  });

  it("is held as its settings say, and sent again or given up as they say", async () => {
    await change({ settings: { resendUnknown: "never", timers: { unknownHoldMs: 5_000 } } });
    await held({}, 5_000);
    expect(await endAt(4_999)).toEqual(NOTHING);
    expect(await endAt(5_000)).toEqual(GIVEN_UP);
    await change({ settings: { resendUnknown: "always" } });
    await held(MARKETING);
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
    await db().prisma.carrier.update({
      where: { id: healthy },
      data: { settings: { resendUnknown: "always" } },
    });
    expect(await endAt(HOLD_MS)).toEqual(MOVED);
  });

  it("waits where no other carrier is up, where it has a part of it, or where its validity is over", async () => {
    await db().prisma.carrier.update({ where: { id: healthy }, data: { downSince: NOW } });
    await held();
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
    await db().prisma.carrier.update({ where: { id: healthy }, data: { downSince: null } });
    expect(await endAt(HOLD_MS)).toEqual(MOVED);
    const messageId = await held({ body: "Kia ora ".repeat(45), parts: 3 });
    const part = { messageId, attempt: 1, partCount: 3, carrier: "dead", submittedAt: NOW };
    await db().prisma.carrierSubmission.create({ data: { ...part, reference: newId() } });
    await held({ validityMinutes: 1 });
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
  });

  it.each([8, 1])("stays where a report of code %i has come of it: its carrier has it", async (code) => {
    const messageId = await held();
    const submission = { messageId, attempt: 1, partCount: 1, carrier: "dead", submittedAt: NOW };
    await db().prisma.carrierSubmission.create({ data: { ...submission, reference: "r1" } });
    await report(db(), "dead", [{ reference: "r1", key: "k", code, reportedAt: NOW }], NOW);
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
  });

  it("is found behind thousands that have to stay", async () => {
    const items = Array.from({ length: 2_500 }, () => testItem({ dueAt: NOW, carrierId: dead }));
    const long = { items, body: "Kia ora ".repeat(45), parts: 3 };
    await accept(db(), [testSubmission(accountId, long)], NOW, () => "");
    await db().query(sql`
      insert into carrier_submissions (message_id, attempt, part_count, carrier, submitted_at, reference, state)
      select id, 1, 3, 'dead', ${NOW}, id::text, 'accepted' from messages`);
    await db().query(sql`
      update message_queue set unknown_since = ${NOW}, first_tried_at = ${NOW}, attempts = 1, begun = true,
        due_at = ${later(HOLD_MS - 1)}`);
    const id = await held();
    const counts = [];
    // A read of the whole queue lasts longer than the time after which it is due again.
    for (let look = 0; look < 5; look++) counts.push((await endAt(HOLD_MS + look * 40_000)).moved);
    expect(counts).toEqual([0, 0, 1, 0, 0]);
    expect(await db().prisma.queuedMessage.findMany({ where: { carrierId: healthy } })).toMatchObject([
      { messageId: id },
    ]);
  });

  it("is left alone while a server has it, and is found within a minute where that ended", async () => {
    expect(await endAt(0)).toEqual(NOTHING);
    await held({}, HOLD_MS + LEASE_MS, false);
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
    expect(await endAt(HOLD_MS + LEASE_MS - 1)).toEqual(NOTHING);
    expect(await endAt(HOLD_MS + LEASE_MS)).toEqual(MOVED);
  });

  it("is ended by the carrier itself while that is up, drained too, and not where it is switched off", async () => {
    await held();
    await change({ downSince: null });
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
    await change({ settings: { isDraining: true } });
    expect(await endAt(HOLD_MS)).toEqual(NOTHING);
    await change({ enabled: false });
    expect(await endAt(HOLD_MS)).toEqual(MOVED);
  });

  it("is looked at by who watches the carriers", async () => {
    await held();
    loadRoutes.forget(db());
    await watchCarriers(db(), [], later(HOLD_MS));
    expect(await db().prisma.queuedMessage.findMany()).toMatchObject([{ carrierId: healthy, begun: false }]);
  });
});
