import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Carrier, Outgoing, Settle } from "@/lib/carriers/carrier";
import { carriersOf } from "@/lib/carriers/process/current";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { dispatchAll } from "@/lib/jobs/dispatch-all";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { renewLeases } from "@/lib/messages/dispatch/hand-to-carrier";
import { LEASE_MS } from "@/lib/queue/leased";
import { accepted, carrierNamed, NEVER_MS, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { recording } from "@/tests/support/database/plans";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(emptyQueue);
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Inserts messages that wait for a carrier, given by its number. */
async function waitingFor(carrierId: number, count: number) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const items = Array.from({ length: count }, () => testItem({ dueAt: NOW }));
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  await db().query(sql`update message_queue set carrier_id = ${carrierId} where account_id = ${accountId}`);
  await db().query(sql`
    insert into carriers (id, name, kind) select ${carrierId}::int, ${`c${carrierId}`}::text, 'test' where ${carrierId}::int > 0
    on conflict do nothing`);
  const ids = items.map(({ id }) => id);
  return {
    ids,
    row: async (id: string) => (await messagesOf(accountId)).find((message) => message.id === id),
  };
}

/** Returns a carrier that settles its messages when the test says so. */
function held(id: number, overrides: Partial<Carrier> = {}) {
  const given: Outgoing[] = [];
  const settles: Settle[] = [];
  const submit: Carrier["submit"] = (batch, settle) => {
    given.push(...batch);
    settles.push(settle);
  };
  const answer = () => {
    for (const settle of settles.splice(0)) settle(given.map((message) => accepted(message.id, message.id)));
  };
  return {
    carrier: { ...carrierNamed(`c${id}`, 10, async () => []), id, submit, ...overrides },
    given,
    answer,
  };
}

function quick(id: number) {
  const given: string[] = [];
  const carrier = carrierNamed(`c${id}`, 10, async (batch) => {
    given.push(...batch.map((message) => message.id));
    return batch.map((message) => accepted(message.id, message.id));
  });
  return { carrier: { ...carrier, id }, given };
}

function run(...carriers: Carrier[]) {
  return runOn(db(), ...carriers);
}

function runOn(database: Database, ...carriers: Carrier[]) {
  vi.spyOn(carriersOf(database), "carriers").mockResolvedValue(carriers);
  return (at = NOW) => dispatchAll(database, at, BY_DAY);
}

describe("dispatch to several carriers", () => {
  it("gives each carrier its own messages and no other's", async () => {
    const [one, two] = [await waitingFor(1, 3), await waitingFor(2, 2)];
    const [first, second] = [quick(1), quick(2)];
    await run(first.carrier, second.carrier)();
    expect(new Set(first.given)).toEqual(new Set(one.ids));
    expect(new Set(second.given)).toEqual(new Set(two.ids));
  });

  it("is not held up by one that does not answer, nor by one without room", async () => {
    await waitingFor(1, 3);
    await waitingFor(3, 3);
    const two = await waitingFor(2, 25);
    const [silent, alive] = [held(1, { answerTimeoutMs: NEVER_MS }), quick(2)];
    const full = held(3, { room: () => 0 });
    const once = run(silent.carrier, alive.carrier, full.carrier);
    const givenByNow = async () => {
      await once();
      return alive.given.length;
    };
    await expect.poll(givenByNow).toBe(25);
    expect(new Set(alive.given)).toEqual(new Set(two.ids));
    expect(silent.given).toHaveLength(3);
    expect(full.given).toEqual([]);
    silent.answer();
  });

  it("takes no room, claim or statement of one for another that is down or full, whatever waits for that", async () => {
    const { database, asked } = recording();
    const patient = { answerTimeoutMs: NEVER_MS };
    const alive = held(2, { ...patient, room: () => 25 });
    const down = held(1, { room: () => 0, health: () => ({ isUp: false, reason: "it is away" }) });
    const silent: { given: unknown[]; answer: () => void; carrier: Carrier } = held(3, {
      ...patient,
      room: () => 10 - silent.given.length,
    });
    /** Returns the statements of one run that hands over all 25 messages of the carrier that is up. */
    const askedByRun = async (...others: Carrier[]) => {
      const { ids } = await waitingFor(2, 25);
      const before = alive.given.length;
      asked.length = 0;
      await runOn(database, ...others, alive.carrier)();
      await expect.poll(() => alive.given.length).toBe(before + 25);
      expect(new Set(alive.given.slice(before).map(({ id }) => id))).toEqual(new Set(ids));
      // Removes the months from the names of partitions.
      return asked.map(({ name, text }) => name?.replace(/(-\d{4}-\d{2}){2}$/, "") ?? text);
    };
    // The first run also reads tables that are then cached for some seconds.
    await askedByRun();
    expect(await askedByRun()).toEqual(["dispatch-claim"]);
    await waitingFor(1, 1_000);
    await waitingFor(3, 1_000);
    expect(await askedByRun(down.carrier, silent.carrier)).toEqual(["dispatch-claim", "dispatch-claim"]);
    expect(await askedByRun(down.carrier, silent.carrier)).toEqual(["dispatch-claim"]);
    expect([down.given.length, silent.given.length]).toEqual([0, 10]);
    const left = (carrierId: number) =>
      db().prisma.queuedMessage.count({ where: { carrierId, dueAt: NOW, attempts: 0 } });
    expect([await left(1), await left(3)]).toEqual([1_000, 990]);
    for (const { answer } of [alive, silent]) answer();
  });

  it("ends after the answers of a carrier with reports to read, and begins no other run", async () => {
    const { ids, row } = await waitingFor(0, 3);
    const polled = quick(0);
    const takeReports = async () => ({ reports: [], acknowledge: async () => {}, nextAt: null });
    const woken: string[] = [];
    const database: Database = { ...db(), wake: (job) => void woken.push(job) };
    const result = await runOn(database, { ...polled.carrier, takeReports })();
    expect(result).toEqual({ more: false, wakes: ["carrier-reports"] });
    expect(await row(ids[0] as string)).toMatchObject({ carrierReference: ids[0] });
    expect(woken).toEqual([]);
  });

  it("fills a carrier as its room says, without waiting for answers", async () => {
    await waitingFor(1, 20);
    const network: { given: unknown[]; answer: () => void; carrier: Carrier } = held(1, {
      room: () => 15 - network.given.length,
    });
    const once = run(network.carrier);
    await once();
    await once();
    expect(network.given).toHaveLength(15);
    network.answer();
  });
});

describe("a message that is with a slow carrier", () => {
  it("keeps its lease for as long as it is awaited, and its answer is recorded under it", async () => {
    const { ids, row } = await waitingFor(0, 2);
    const slow = held(0, { answerTimeoutMs: NEVER_MS });
    const dispatched = dispatch(db(), slow.carrier, NOW, BY_DAY);
    await expect.poll(() => slow.given.length).toBe(2);
    expect(await renewLeases(db(), later(LEASE_MS / 2 - 1))).toBe(0);
    expect(await renewLeases(db(), later(LEASE_MS / 2))).toBe(2);
    const other = carrierNamed("other", 10, async (batch) => batch.map(({ id }) => unknown(id)));
    expect(await dispatch(db(), other, later(LEASE_MS + 1), BY_DAY)).toMatchObject({ claimed: 0 });
    slow.answer();
    expect(await dispatched).toMatchObject({ submitted: 2 });
    expect(await row(ids[0] as string)).toMatchObject({ carrierReference: ids[0], dueAt: null, attempts: 1 });
    expect(await renewLeases(db(), later(LEASE_MS * 2))).toBe(0);
  });

  it("records an answer that comes while its lease is renewed", async () => {
    const { ids, row } = await waitingFor(0, 1);
    const slow = held(0, { answerTimeoutMs: NEVER_MS });
    const dispatched = dispatch(db(), slow.carrier, NOW, BY_DAY);
    await expect.poll(() => slow.given.length).toBe(1);
    const renewed = renewLeases(db(), later(LEASE_MS / 2));
    slow.answer();
    expect(await renewed).toBe(1);
    expect(await dispatched).toMatchObject({ submitted: 1 });
    expect(await row(ids[0] as string)).toMatchObject({ carrierReference: ids[0], dueAt: null });
  });
});
