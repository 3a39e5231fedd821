import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Carrier, CarrierAnswer, Health, Standing } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import { loadRoutes } from "@/lib/carriers/route-table";
import { routerOf } from "@/lib/carriers/routes";
import { db } from "@/lib/db/client";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { carrierCallsEnded } from "@/lib/messages/dispatch/carrier-calls";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Two carriers of one route, the second in the next tier, and a route to the first alone for another sender. */
let ids: number[];
let accountId: number;
beforeEach(async () => {
  const { carrier, carrierSender, route } = db().prisma;
  await route.deleteMany();
  ids = [];
  for (const name of ["north", "south"]) {
    const { id } = await carrier.create({ data: { name, kind: "test" } });
    await carrierSender.create({ data: { carrierId: id, sender: "552" } });
    ids.push(id);
  }
  const [north, south] = ids as [number, number];
  const both = [north, south].map((carrierId, tier) => ({ carrierId, tier }));
  await route.create({ data: { position: 2, targets: { create: both } } });
  await route.create({ data: { position: 1, prefix: "6429", targets: { create: [{ carrierId: north }] } } });
  ({ accountId } = await testAccount({ balanceMicros: 10_000_000_000n }));
});

const up: Health = { isUp: true, reason: null };
const judged = (standing: Standing): Health => ({
  isUp: standing === "no codes",
  reason: "It accepted no message for 5 seconds.",
  standing,
});

/** Returns two carriers: north, whose state the test sets, and south, which accepts everything. */
function carriers() {
  const state = { health: up, room: 10, answer: (id: string): CarrierAnswer => accepted(id, `n${id}`) };
  const given: Record<"north" | "south", string[]> = { north: [], south: [] };
  const made = (name: "north" | "south", place: number, more: Partial<Carrier>): Carrier => ({
    ...carrierNamed(name, 10, async (batch) => {
      given[name].push(...batch.map(({ id }) => id));
      return batch.map(({ id }) => (name === "north" ? state.answer(id) : accepted(id, `s${id}`)));
    }),
    id: ids[place] as number,
    isIdempotent: false,
    ...more,
  });
  const north = made("north", 0, { health: () => state.health, room: () => state.room });
  const south = made("south", 1, { health: () => ({ isUp: true, reason: null }) });
  vi.spyOn(carriersOf(db()), "carriers").mockResolvedValue([north, south]);
  const run = async (ms: number) => {
    await dispatchAll(db(), later(ms), BY_DAY);
    await carrierCallsEnded();
    await new Promise(setImmediate);
  };
  return { state, given, run };
}

async function send(count: number, given: { sendType?: "sms" | "otp"; msisdn?: string; atMs?: number } = {}) {
  const { sendType = "sms", msisdn = "64211234567", atMs = 0 } = given;
  const carrierId = ids[0] as number;
  const items = Array.from({ length: count }, () => testItem({ dueAt: later(atMs), carrierId, msisdn }));
  await accept(db(), [testSubmission(accountId, { sendType, items })], later(atMs), () => "");
  return items.map(({ id }) => id);
}

const row = () => db().prisma.carrier.findUniqueOrThrow({ where: { id: ids[0] as number } });
const eventsOf = async () => {
  const events = await db().prisma.carrierEvent.findMany({ orderBy: { id: "asc" } });
  return events.map(({ kind, reason }) => [kind, reason]);
};

describe("a carrier that is connected and takes no messages", () => {
  it("loses what waits to the next one within five seconds, and is noted with its cause", async () => {
    const { state, given, run } = carriers();
    const sent = await send(25);
    Object.assign(state, { health: judged("failing"), room: 0 });
    await run(0);
    await run(2_000);
    expect(given.south).toEqual([]);
    for (let turn = 0; turn < 5; turn++) await run(3_000 + turn);
    expect(new Set(given.south)).toEqual(new Set(sent));
    expect(await row()).toMatchObject({ downSince: NOW, standing: "failing" });
    await expect.poll(eventsOf).toEqual([["down", "It accepted no message for 5 seconds."]]);
    Object.assign(state, { health: up });
    await run(10_000);
    expect(await row()).toMatchObject({ downSince: null, standing: null });
  });

  it("loses what it put off, too, which then goes at once", async () => {
    const { state, given, run } = carriers();
    state.answer = (id) => ({
      id,
      outcome: "later",
      code: "0x00000014",
      afterMs: 30_000,
      counts: true,
      putOff: 1,
    });
    const sent = await send(3);
    await run(0);
    expect(given.north).toHaveLength(3);
    Object.assign(state, { health: judged("failing"), room: 0 });
    for (const ms of [1_000, 4_000, 4_001]) await run(ms);
    expect(new Set(given.south)).toEqual(new Set(sent));
  });

  it("fails one-time codes without another way after 30 seconds, and keeps other messages", async () => {
    const { state, run } = carriers();
    Object.assign(state, { health: judged("failing"), room: 0 });
    await send(1, { msisdn: "64291234567" });
    await send(1, { msisdn: "64291234568", sendType: "otp" });
    for (let ms = 0; ms <= 25_000; ms += 1_000) await run(ms);
    expect((await messagesOf(accountId)).map(({ status }) => status)).toEqual(["PENDING", "PENDING"]);
    for (let ms = 26_000; ms <= 36_000; ms += 1_000) await run(ms);
    const states = (await messagesOf(accountId)).map(({ sendType, status }) => [sendType, status]);
    expect(Object.fromEntries(states)).toEqual({ sms: "PENDING", otp: "FAILED" });
    const [submission] = await db().prisma.carrierSubmission.findMany();
    expect(submission).toMatchObject({ error: "network failing" });
  });

  it("ends one-time codes that it perhaps has as unknown once they are no longer held", async () => {
    const { state, run } = carriers();
    state.answer = (id) => ({ id, outcome: "unknown", accepted: [] });
    await send(1, { msisdn: "64291234568", sendType: "otp" });
    await run(0);
    Object.assign(state, { health: judged("failing"), room: 0 });
    for (let ms = 1_000; ms <= 15_000; ms += 1_000) await run(ms);
    expect((await messagesOf(accountId))[0]?.status).toBe("PENDING");
    for (let ms = 16_000; ms <= 30_000; ms += 1_000) await run(ms);
    expect((await messagesOf(accountId))[0]).toMatchObject({ status: "UNKNOWN", statusCode: 0 });
  });
});

describe("a carrier that takes no one-time codes", () => {
  it("loses these alone, at once, and is told of", async () => {
    const { state, given, run } = carriers();
    state.room = 0;
    const codes = await send(2, { sendType: "otp" });
    await send(2);
    await run(0);
    state.health = judged("no codes");
    for (const ms of [1_000, 1_001, 6_000, 6_001]) await run(ms);
    expect(new Set(given.south)).toEqual(new Set(codes));
    expect(await row()).toMatchObject({ downSince: null, standing: "no codes" });
    await expect.poll(eventsOf).toEqual([["throttled", "It accepted no message for 5 seconds."]]);
  });
});

describe("a carrier that is down and is asked again", () => {
  const chosen = async (sendType: "sms" | "otp", mayAsk = true) => {
    const table = await loadRoutes(db(), NOW);
    const request = { accountId, sender: "552", sendType, messageClass: "transactional" as const };
    const choice = routerOf(table, request).choose({
      msisdn: "64211234567",
      network: null,
      at: NOW,
      text: "",
      tried: [],
      draw: 0,
      mayAsk,
    });
    return "carrierId" in choice ? ids.indexOf(choice.carrierId) : choice.refusal;
  };

  it("is asked by one new message of those routes, and by no code", async () => {
    const { state, run } = carriers();
    Object.assign(state, { health: judged("failing"), room: 0 });
    for (const ms of [0, 3_000]) await run(ms);
    expect(await chosen("sms")).toBe(1);
    state.health = judged("asks");
    await run(10_000);
    expect(await chosen("otp")).toBe(1);
    expect(await chosen("sms", false)).toBe(1);
    expect([await chosen("sms"), await chosen("sms")]).toEqual([0, 1]);
  });

  it("keeps the message that asks, and then is up", async () => {
    const { state, given, run } = carriers();
    Object.assign(state, { health: judged("failing"), room: 0 });
    for (const ms of [0, 3_000]) await run(ms);
    state.health = judged("asks");
    await run(10_000);
    const sent = await send(1, { atMs: 10_500 });
    state.room = 1;
    await run(11_000);
    expect([given.north, given.south]).toEqual([sent, []]);
    state.health = up;
    await run(12_000);
    expect(await row()).toMatchObject({ downSince: null, standing: null });
  });
});
