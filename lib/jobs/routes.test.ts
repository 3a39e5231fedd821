import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Carrier, CarrierAnswer, Health } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import { db } from "@/lib/db/client";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { carrierCallsEnded } from "@/lib/messages/dispatch/carrier-calls";
import { accepted, carrierNamed, refused } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { books, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Two carriers of one route, the second in the next tier. */
let ids: number[];
beforeEach(async () => {
  const { carrier, carrierSender, route } = db().prisma;
  await route.deleteMany();
  ids = [];
  for (const name of ["north", "south"]) {
    const { id } = await carrier.create({ data: { name, kind: "test" } });
    await carrierSender.create({ data: { carrierId: id, sender: "552" } });
    ids.push(id);
  }
  const targets = ids.map((carrierId, tier) => ({ carrierId, tier }));
  await route.create({ data: { position: 1, targets: { create: targets } } });
});

function carrier(place: number, answer: (id: string) => CarrierAnswer, health: () => Health = up) {
  const given: string[] = [];
  const putOff: number[] = [];
  const made = carrierNamed(place === 0 ? "north" : "south", 10, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    putOff.push(...batch.map((message) => message.putOff));
    return batch.map(({ id }) => answer(id));
  });
  return { carrier: { ...made, id: ids[place] as number, isIdempotent: false, health }, given, putOff };
}

const up = () => ({ isUp: true, reason: null });
const elsewhere = (id: string): CarrierAnswer => ({ id, outcome: "elsewhere", code: "0x0A" });

async function waiting(count: number) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000n });
  const items = Array.from({ length: count }, () => testItem({ dueAt: NOW, carrierId: ids[0] as number }));
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  return { accountId, sent: items.map(({ id }) => id) };
}

function runWith(...carriers: Carrier[]) {
  vi.spyOn(carriersOf(db()), "carriers").mockResolvedValue(carriers);
  return async (at: Date) => {
    await dispatchAll(db(), at, BY_DAY);
    // A busy machine may take longer than a run waits.
    await carrierCallsEnded();
    await new Promise(setImmediate);
  };
}

describe("a message that a carrier will not take", () => {
  it("goes to the next carrier of its route, and both attempts are kept", async () => {
    const { accountId, sent } = await waiting(1);
    const [north, south] = [carrier(0, elsewhere), carrier(1, (id) => accepted(id, "ref"))];
    const run = runWith(north.carrier, south.carrier);
    await run(NOW);
    await run(later(1_000));
    expect([north.given, south.given]).toEqual([sent, sent]);
    expect((await messagesOf(accountId))[0]).toMatchObject({ carrier: "south", carrierReference: "ref" });
    const rows = await db().prisma.carrierSubmission.findMany({ orderBy: { attempt: "asc" } });
    expect(rows.map(({ carrier: name, state, error }) => [name, state, error])).toEqual([
      ["north", "elsewhere", "0x0A"],
      ["south", "accepted", null],
    ]);
  });

  it("tells the carrier how often it was put off there, and begins anew at the next", async () => {
    const { sent } = await waiting(1);
    const full = (id: string): CarrierAnswer => ({
      id,
      outcome: "later",
      code: "0x14",
      afterMs: 1_000,
      counts: true,
      putOff: north.given.length,
    });
    const north = carrier(0, (id) => (north.given.length < 3 ? full(id) : elsewhere(id)));
    const south = carrier(1, (id) => accepted(id, "ref"));
    const run = runWith(north.carrier, south.carrier);
    for (let turn = 0; turn < 4; turn++) await run(later(turn * 2_000));
    expect([north.putOff, south.putOff, south.given]).toEqual([[0, 1, 2], [0], sent]);
  });

  it("fails with the last one's error where every carrier has said so, and comes back to none", async () => {
    const { accountId } = await waiting(1);
    const [north, south] = [carrier(0, elsewhere), carrier(1, elsewhere)];
    const run = runWith(north.carrier, south.carrier);
    for (let turn = 0; turn < 4; turn++) await run(later(turn * 1_000));
    expect([north.given.length, south.given.length]).toEqual([1, 1]);
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "FAILED", statusCode: 16 });
    const { balance, ledger } = await books(accountId);
    expect(balance).toBe(ledger);
  });

  it("goes nowhere else where the carrier refused it for all", async () => {
    const { accountId } = await waiting(1);
    const [north, south] = [carrier(0, refused), carrier(1, (id) => accepted(id, "ref"))];
    await runWith(north.carrier, south.carrier)(NOW);
    expect([(await messagesOf(accountId))[0]?.status, south.given]).toEqual(["FAILED", []]);
  });
});

describe("a carrier that is down", () => {
  it("loses what waits for it to the next one after five seconds, and is noted for all servers", async () => {
    const { sent } = await waiting(25);
    let isUp = true;
    const health = () => ({ isUp, reason: isUp ? null : "connection refused" });
    const north = carrier(0, (id) => accepted(id, `n${id}`), health);
    const south = carrier(1, (id) => accepted(id, `s${id}`));
    const run = runWith({ ...north.carrier, room: () => (isUp ? 10 : 0) }, south.carrier);
    await run(later(-2_000));
    isUp = false;
    await run(NOW);
    await run(later(4_999));
    expect(south.given).toEqual([]);
    // The check of a second later decides, although waiting messages were checked just before.
    for (let turn = 0; turn < 5; turn++) await run(later(6_000 + turn));
    expect([new Set(south.given).size, south.given.length, north.given]).toEqual([25, 25, []]);
    expect(new Set(south.given)).toEqual(new Set(sent));
    // Another process still has the old routes.
    const { sent: late } = await waiting(1);
    for (const ms of [7_100, 7_200]) await run(later(ms));
    expect(south.given.slice(25)).toEqual(late);
    const row = () => db().prisma.carrier.findUniqueOrThrow({ where: { id: ids[0] as number } });
    expect((await row()).downSince).toEqual(NOW);
    isUp = true;
    await run(later(30_000));
    expect((await row()).downSince).toBeNull();
  });

  it("is not down while another server has a link of it", async () => {
    const carrierId = ids[0] as number;
    const link = { carrierId, number: 1, owner: "019a0000-0000-7000-8000-000000000001", state: "bound" };
    await db().prisma.carrierLink.create({ data: { ...link, lease: later(12_000) } });
    const north = carrier(
      0,
      (id) => accepted(id, id),
      () => ({ isUp: false, reason: "not bound" }),
    );
    const linkOwner = "019a0000-0000-7000-8000-000000000002";
    const run = runWith({ ...north.carrier, linkOwner, room: () => 0 });
    for (const ms of [0, 6_000, 11_000]) await run(later(ms));
    const row = () => db().prisma.carrier.findUniqueOrThrow({ where: { id: carrierId } });
    expect((await row()).downSince).toBeNull();
    for (const ms of [12_000, 17_000]) await run(later(ms));
    expect((await row()).downSince).toEqual(later(12_000));
  });

  it("keeps what it perhaps has, and what no other carrier may have", async () => {
    const { sent } = await waiting(2);
    await db().prisma.queuedMessage.updateMany({
      where: { messageId: sent[0] as string },
      data: { unknownSince: NOW },
    });
    await db().prisma.carrierSender.deleteMany({ where: { carrierId: ids[1] as number } });
    await db().prisma.carrier.update({ where: { id: ids[0] as number }, data: { enabled: false } });
    const south = carrier(1, (id) => accepted(id, id));
    const run = runWith(south.carrier);
    await run(NOW);
    await run(later(10_000));
    expect(south.given).toEqual([]);
    await db().prisma.carrierSender.create({ data: { carrierId: ids[1] as number, sender: "552" } });
    await run(later(20_000));
    await run(later(21_000));
    expect(south.given).toEqual([sent[1]]);
  });
});
