import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Carrier, type Outgoing, type Settle, SIMULATOR_ID } from "@/lib/carriers/carrier";
import { type Database, db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import type { Submission } from "@/lib/messages/accept/submission";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { accepted, refused } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { closedGate } from "@/tests/support/gate";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { skipTime } from "@/tests/support/skip-time";

useTestDatabase();
beforeEach(emptyQueue);

const NOW = new Date("2026-11-20T23:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Returns a carrier that answers on the test's command. */
function manual(overrides: Partial<Carrier> = {}) {
  const given: Outgoing[] = [];
  const settles: Settle[] = [];
  const carrier: Carrier = {
    id: SIMULATOR_ID,
    name: "manual",
    isIdempotent: true,
    room: () => 100,
    health: () => ({ isUp: true, reason: null }),
    submit: (batch, settle) => {
      given.push(...batch);
      settles.push(settle);
    },
    ...overrides,
  };
  return { carrier, given, settle: (...answers: Parameters<Settle>[0]) => settles.at(-1)?.(answers) };
}

async function acceptedMessages(count: number, overrides: Partial<Submission> = {}) {
  const { accountId } = await testAccount({ balanceMicros: 10_000_000_000n });
  const items = Array.from({ length: count }, () => testItem({ dueAt: NOW }));
  await accept(db(), [testSubmission(accountId, { items, ...overrides })], NOW, () => "");
  const message = async (id: string) => (await messagesOf(accountId)).find((row) => row.id === id);
  return { accountId, ids: items.map(({ id }) => id), message };
}

/** Returns the database, and the number of its statements. */
function counting(): { database: Database; asked: () => number } {
  let asked = 0;
  const query: Database["query"] = (statement) => {
    asked++;
    return db().query(statement);
  };
  return { database: { ...db(), query }, asked: () => asked };
}

describe("answers of a carrier", () => {
  it("are recorded as they come, one by one and in any order", async () => {
    const { ids, message } = await acceptedMessages(3);
    const network = manual();
    const dispatched = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(3);
    const [first = "", second = "", third = ""] = ids;
    network.settle(accepted(third, "c"));
    await expect.poll(async () => (await message(third))?.carrierReference).toBe("c");
    expect(await message(first)).toMatchObject({ carrier: null, dueAt: later(60_000) });
    network.settle(refused(first));
    await expect.poll(async () => (await message(first))?.status).toBe("FAILED");
    network.settle(accepted(second, "b"));
    expect(await dispatched).toMatchObject({ claimed: 3, submitted: 2, refused: 1 });
    expect(await message(second)).toMatchObject({ carrierReference: "b", dueAt: null });
  });

  it("count once: a second answer, and one for a stranger, change nothing", async () => {
    const { ids, message } = await acceptedMessages(2);
    const network = manual();
    const dispatched = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(2);
    const [first = "", second = ""] = ids;
    network.settle(accepted(first, "a"), refused(first), accepted("00000000-0000-0000-0000-000000000000"));
    network.settle(refused(first), accepted(second, "b"));
    expect(await dispatched).toMatchObject({ submitted: 2, refused: 0 });
    network.settle(refused(first), refused(second));
    expect(await message(first)).toMatchObject({ status: "PENDING", carrierReference: "a" });
    expect(await message(second)).toMatchObject({ status: "PENDING", carrierReference: "b" });
  });

  it("gather while others are awaited, and are one statement where they come at once", async () => {
    const { ids } = await acceptedMessages(50);
    const network = manual();
    const { database, asked } = counting();
    const dispatched = dispatch(database, network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(50);
    const before = asked();
    for (const id of ids) network.settle(accepted(id, id));
    expect(await dispatched).toMatchObject({ submitted: 50 });
    // The second statement looks for earlier reports of them.
    expect(asked() - before).toBe(2);
  });

  it("stand when the carrier is silent about the rest: only that is unknown", async () => {
    const { ids, message } = await acceptedMessages(2);
    const network = manual({ answerTimeoutMs: 50 });
    const dispatched = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(2);
    const [first = "", second = ""] = ids;
    network.settle(accepted(first, "a"));
    expect(await dispatched).toMatchObject({ submitted: 1, retried: 1 });
    expect(await message(first)).toMatchObject({ carrierReference: "a", dueAt: null });
    expect(await message(second)).toMatchObject({ carrier: null, dueAt: later(5_000) });
  });

  it("stand as well when the carrier throws after them", async () => {
    const { message, ids } = await acceptedMessages(2);
    const [first = "", second = ""] = ids;
    const submit: Carrier["submit"] = (_, settle) => {
      settle([accepted(first, "a")]);
      throw new Error("no link");
    };
    expect(await dispatch(db(), manual({ submit }).carrier, NOW, BY_DAY)).toMatchObject({
      submitted: 1,
      retried: 1,
    });
    expect(await message(second)).toMatchObject({ dueAt: later(5_000) });
  });

  it("that say later have it tried again so long after they came, and count as an attempt only if they say so", async () => {
    const skip = skipTime();
    const { ids, message } = await acceptedMessages(2);
    const network = manual();
    const dispatched = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(2);
    const [throttled = "", full = ""] = ids;
    const answer = { outcome: "later", code: "0x58", afterMs: 1_000 } as const;
    skip(100);
    network.settle(
      { ...answer, id: throttled, counts: false },
      { ...answer, id: full, counts: true, putOff: 1 },
    );
    expect(await dispatched).toMatchObject({ retried: 2 });
    const rows = await Promise.all([message(throttled), message(full)]);
    expect(rows).toMatchObject([
      { attempts: 0, putOff: 0 },
      { attempts: 1, putOff: 1 },
    ]);
    for (const row of rows) expect(row?.dueAt?.getTime()).toBeGreaterThanOrEqual(later(1_100).getTime());
  });

  it("are as late as the database is asked: a failure is told of after the others are recorded", async () => {
    const { ids, message } = await acceptedMessages(2);
    const network = manual();
    const recorded = closedGate();
    const query = vi.fn(db().query);
    const database = { ...db(), query: query as Database["query"] };
    const dispatched = dispatch(database, network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(2);
    const before = query.mock.calls.length;
    query.mockRejectedValueOnce(new Error("The database is down."));
    network.settle(accepted(ids[0] as string, "a"));
    await expect.poll(() => query.mock.calls.length).toBe(before + 1);
    query.mockImplementationOnce(async (statement) => {
      await recorded.opened;
      return await db().query(statement);
    });
    let isTold = false;
    dispatched.catch(() => {
      isTold = true;
    });
    network.settle(accepted(ids[1] as string, "b"));
    await expect.poll(() => query.mock.calls.length).toBe(before + 2);
    expect(await message(ids[1] as string)).toMatchObject({ carrierReference: null });
    expect(isTold).toBe(false);
    recorded.open();
    await expect(dispatched).rejects.toThrow("The database is down.");
    expect(await message(ids[0] as string)).toMatchObject({ carrier: null, dueAt: later(60_000) });
    expect(await message(ids[1] as string)).toMatchObject({ carrierReference: "b" });
  });
});

describe("what a carrier gets", () => {
  it("is the message with its parts, its kind and how long it is worth delivering", async () => {
    const body = "a".repeat(200);
    await acceptedMessages(1, { body, parts: 2, messageClass: "marketing" });
    const network = manual({ answerTimeoutMs: 50 });
    await dispatch(db(), network.carrier, NOW, BY_DAY);
    expect(network.given).toMatchObject([
      {
        body,
        parts: ["a".repeat(153), "a".repeat(47)],
        sendType: "sms",
        messageClass: "marketing",
        network: null,
        validUntil: later(24 * 3_600_000),
        already: [],
      },
    ]);
  });

  it("is never more than it has room for", async () => {
    await acceptedMessages(5);
    const network = manual({ room: () => 2, answerTimeoutMs: 50 });
    expect(await dispatch(db(), network.carrier, NOW, BY_DAY)).toMatchObject({ claimed: 2, more: true });
    expect(network.given).toHaveLength(2);
    const full = manual({ room: () => 0 });
    expect(await dispatch(db(), full.carrier, NOW, BY_DAY)).toMatchObject({ claimed: 0, more: false });
  });
});

describe("a message of three parts of which the carrier took two", () => {
  it("is submitted again for the third alone, and has a row for each part", async () => {
    const { ids } = await acceptedMessages(1, { body: "a".repeat(400), parts: 3 });
    const [id = ""] = ids;
    const network = manual();
    const first = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(1);
    const taken = [
      { part: 0, reference: "a" },
      { part: 2, reference: "c" },
    ];
    network.settle({ id, outcome: "unknown", accepted: taken });
    expect(await first).toMatchObject({ retried: 1 });
    const second = dispatch(db(), network.carrier, later(5_000), BY_DAY);
    await expect.poll(() => network.given.length).toBe(2);
    expect(network.given[1]?.already).toEqual(taken.map((each) => ({ ...each, partCount: 3 })));
    network.settle(accepted(id, "a", "b", "c"));
    expect(await second).toMatchObject({ submitted: 1 });
    const rows = await db().prisma.carrierSubmission.findMany({
      where: { messageId: id },
      orderBy: { part: "asc" },
    });
    expect(rows.map(({ attempt, part, reference }) => [attempt, part, reference])).toEqual([
      [1, 0, "a"],
      [2, 1, "b"],
      [1, 2, "c"],
    ]);
    expect(rows.map(({ partCount }) => partCount)).toEqual([3, 3, 3]);
  });

  it("keeps the carrier's error with what no carrier takes", async () => {
    const { ids } = await acceptedMessages(1);
    const network = manual();
    const dispatched = dispatch(db(), network.carrier, NOW, BY_DAY);
    await expect.poll(() => network.given.length).toBe(1);
    network.settle(refused(ids[0] as string));
    await dispatched;
    expect(
      await db().prisma.carrierSubmission.findMany({ where: { messageId: ids[0] as string } }),
    ).toMatchObject([{ state: "refused", error: "0x0B", reference: null }]);
  });
});
