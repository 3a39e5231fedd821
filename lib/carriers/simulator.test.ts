import { beforeEach, describe, expect, it, test } from "vitest";
import type { CarrierEvents } from "@/lib/carriers/carrier";
import { Simulator } from "@/lib/carriers/simulator";
import { type Database, db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { accept } from "@/lib/messages/accept/accept";
import { collectReports } from "@/lib/messages/dispatch/cells/collect-reports";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { answersOf, outgoing } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
beforeEach(async () => {
  await emptyQueue();
  await db().query(sql`delete from simulated_messages`);
  await db().query(sql`delete from simulated_reports`);
});

const NOW = new Date("2026-11-20T23:00:00Z");
const DELAY_MS = 300;

function later(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

function network() {
  return new Simulator(db(), () => ({ delayMs: DELAY_MS, authSecret: TEST_SECRET }));
}

/** Sends one message, and returns its status after each step of the network's delay. */
async function follow(msisdn: string, steps: number): Promise<(string | undefined)[]> {
  const { accountId } = await testAccount();
  await accept(db(), [testSubmission(accountId, { items: [testItem({ msisdn })] })], NOW, () => "");
  await dispatch(db(), network(), NOW, BY_DAY);
  const statuses = [(await messagesOf(accountId))[0]?.status];
  for (let step = 1; step <= steps; step++) {
    await collectReports(db(), network(), later(step * DELAY_MS - 1));
    expect((await messagesOf(accountId))[0]?.status).toBe(statuses.at(-1));
    await collectReports(db(), network(), later(step * DELAY_MS));
    statuses.push((await messagesOf(accountId))[0]?.status);
  }
  return statuses;
}

describe("the simulated network", () => {
  test.each([
    ["64211234567", ["PENDING", "ACCEPTD", "DELIVRD", "DELIVRD"]],
    ["64211239902", ["PENDING", "ACCEPTD", "UNDELIV", "UNDELIV"]],
    ["64211239904", ["PENDING", "QUEUED", "DELIVRD", "DELIVRD"]],
    ["64211239908", ["PENDING", "ACCEPTD", "ACCEPTD", "ACCEPTD"]],
    ["64211239916", ["PENDING", "ACCEPTD", "UNDELIV", "UNDELIV"]],
    ["64211239917", ["FAILED", "FAILED", "FAILED", "FAILED"]],
  ])("takes a message to %s through %j", async (msisdn, statuses) => {
    expect(await follow(msisdn, 3)).toEqual(statuses);
  });

  it("tells 2 from 16", async () => {
    for (const [msisdn, statusCode] of [
      ["64211239902", 2],
      ["64211239916", 16],
    ] as const) {
      await follow(msisdn, 2);
      const last = await db().prisma.message.findFirst({ where: { msisdn }, orderBy: { id: "desc" } });
      expect(last).toMatchObject({ status: "UNDELIV", statusCode });
    }
  });

  it("takes the same message again for the one it has", async () => {
    const message = outgoing({ id: newId(), body: "Hi" });
    const [first] = await answersOf(network(), [message], NOW);
    const [again] = await answersOf(network(), [message], later(5));
    expect(again).toEqual(first);
    expect(await db().prisma.simulatedMessage.count()).toBe(1);
  });

  it("keeps a report until it belongs to a message, then gives it once more", async () => {
    const { accountId } = await testAccount();
    const item = testItem();
    await accept(db(), [testSubmission(accountId, { items: [item] })], NOW, () => "");
    // The network's report arrives before its answer is recorded.
    await answersOf(network(), [outgoing({ id: item.id, msisdn: item.msisdn })], NOW);
    expect(await collectReports(db(), network(), later(DELAY_MS))).toMatchObject({ collected: 1 });
    expect((await messagesOf(accountId))[0]?.status).toBe("PENDING");
    await dispatch(db(), network(), later(DELAY_MS), BY_DAY);
    await collectReports(db(), network(), later(DELAY_MS + 1000));
    expect((await messagesOf(accountId))[0]?.status).toBe("ACCEPTD");
  });

  it("gives a report again when the gateway died before it acknowledged, and it is recorded once", async () => {
    const { accountId } = await testAccount();
    await accept(db(), [testSubmission(accountId)], NOW, () => "");
    await dispatch(db(), network(), NOW, BY_DAY);
    const lost = await network().takeReports?.(later(DELAY_MS));
    expect(lost?.reports).toHaveLength(1);
    expect(await collectReports(db(), network(), later(DELAY_MS + 1000))).toMatchObject({ collected: 0 });
    for (const seconds of [31, 32, 33])
      await collectReports(db(), network(), later(DELAY_MS + seconds * 1000));
    const [message] = await messagesOf(accountId);
    expect(message?.status).toBe("DELIVRD");
    expect(await db().prisma.deliveryReport.count({ where: { messageId: message?.id as string } })).toBe(2);
  });

  it("takes and reports on so few at once that nobody waits long for a turn of the event loop", async () => {
    const { accountId } = await testAccount({ balanceMicros: 1_000_000_000n });
    const items = Array.from({ length: 600 }, () => testItem());
    await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
    const claimed: number[] = [];
    for (let index = 0; index < 3; index++)
      claimed.push((await dispatch(db(), network(), NOW, BY_DAY)).claimed);
    expect(claimed).toEqual([250, 250, 100]);
    const { collected } = await collectReports(db(), network(), later(DELAY_MS));
    // The batch has as many bundles as contain 250 reports.
    expect(collected).toBeLessThan(500);
  });

  it("lets messages gather while it writes others, and tells of its room", async () => {
    const asked: Sql[] = [];
    const rooms: number[] = [];
    const database: Database = {
      ...db(),
      query: (statement) => {
        asked.push(statement);
        return db().query(statement);
      },
    };
    const simulator = new Simulator(database, () => ({ delayMs: DELAY_MS, authSecret: TEST_SECRET }));
    await simulator.start({ roomChanged: () => rooms.push(simulator.room()) } as unknown as CarrierEvents);
    const full = simulator.room();
    const submit = (messages: number) => {
      const batch = Array.from({ length: messages }, () => outgoing({ id: newId() }));
      return answersOf(simulator, batch, NOW);
    };
    const first = submit(100);
    expect([simulator.room(), asked.length]).toEqual([full - 100, 1]);
    const others = Array.from({ length: 300 }, () => submit(1));
    const answers = await Promise.all([first, ...others]);
    expect(answers.flat().every(({ outcome }) => outcome === "accepted")).toBe(true);
    expect(asked).toHaveLength(3);
    expect(rooms).toEqual([full - 300, full - 50, full]);
  });

  it("does not know of messages that it could not write", async () => {
    const query = () => Promise.reject(new Error("The database is down."));
    const simulator = new Simulator({ ...db(), query }, () => ({ delayMs: 0, authSecret: TEST_SECRET }));
    const id = newId();
    expect(await answersOf(simulator, [outgoing({ id })], NOW)).toEqual([
      { id, outcome: "unknown", accepted: [] },
    ]);
  });

  it("says when its next report will be there", async () => {
    const { accountId } = await testAccount();
    await accept(db(), [testSubmission(accountId)], NOW, () => "");
    await dispatch(db(), network(), NOW, BY_DAY);
    const none = { collected: 0, isTold: false };
    expect(await collectReports(db(), network(), NOW)).toEqual({ ...none, nextAt: later(DELAY_MS) });
    const first = { collected: 1, isTold: false, nextAt: null };
    expect(await collectReports(db(), network(), later(DELAY_MS))).toEqual(first);
    expect(await collectReports(db(), network(), later(DELAY_MS))).toEqual({
      ...none,
      nextAt: later(2 * DELAY_MS),
    });
  });
});
