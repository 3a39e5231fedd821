import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOME_CELL } from "@/lib/cell-numbers";
import { db } from "@/lib/db/client";
import { startLocalJobs } from "@/lib/jobs/local";
import { OPERATIONS } from "@/lib/jobs/operations";
import { stopWork } from "@/lib/jobs/stop-work";
import { acceptBatcherOf } from "@/lib/messages/accept/accept-batcher";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { setHandOver } from "@/lib/messages/hand-over/hand-over";
import { LocalHandOver } from "@/lib/messages/hand-over/local-hand-over";
import { accepted, carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

beforeEach(emptyQueue);
afterEach(() => {
  setHandOver(undefined);
  vi.restoreAllMocks();
  // A real process stops once; here the next test goes on.
  delete (globalThis as { gatewayDrains?: unknown }).gatewayDrains;
});

/** Returns a network that answers nothing until the test lets it, and then accepts everything. */
function lateCarrier() {
  const given: string[] = [];
  let answer = () => {};
  const isLet = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const carrier = carrierNamed("late", 10, async (batch) => {
    given.push(...batch.map(({ id }) => id));
    await isLet;
    return batch.map(({ id }) => accepted(id, `ref ${id}`));
  });
  return { carrier, given, answer };
}

/** Returns the accepted messages, each with the carrier that has it according to the database. */
async function recorded(accountId: number) {
  return new Map((await messagesOf(accountId)).map(({ id, ...message }) => [id, message]));
}

it("records every answer of a carrier before the database is closed, and hands over nothing afterwards", async () => {
  const { accountId } = await testAccount();
  const { carrier, given, answer } = lateCarrier();
  vi.spyOn(OPERATIONS, "dispatch").mockImplementation(async (at) => {
    const { more } = await dispatch(db(), carrier, at, BY_DAY);
    return { more };
  });
  const stopJobs = startLocalJobs();
  const handOver = new LocalHandOver(HOME_CELL, db, () => carrier);
  setHandOver(handOver);
  const send = () => {
    const at = new Date();
    const items = Array.from({ length: 8 }, () => testItem({ dueAt: at }));
    return acceptBatcherOf(db()).accept(testSubmission(accountId, { items }), at, () => "");
  };
  await send();
  await expect.poll(() => given.length).toBe(8);
  // These messages wait for a turn: they are returned to the queue while the process stops.
  await send();
  const stopped = stopWork([() => handOver.stop(), stopJobs]);
  answer();
  await stopped;

  const messages = await recorded(accountId);
  expect(messages.size).toBe(16);
  expect(given).toHaveLength(8);
  for (const [id, message] of messages) {
    const isGiven = given.includes(id);
    expect(message).toMatchObject({ carrier: isGiven ? "late" : null, attempts: isGiven ? 1 : 0 });
  }
});

it("waits for a batch that a request is handing over", async () => {
  const { accountId } = await testAccount();
  const { carrier, given, answer } = lateCarrier();
  const at = new Date();
  await acceptBatcherOf(db()).accept(
    testSubmission(accountId, { items: [testItem({ dueAt: at })] }),
    at,
    () => "",
  );
  const dispatched = dispatch(db(), carrier, at, BY_DAY);
  await expect.poll(() => given.length).toBe(1);
  const stopped = stopWork([]);
  answer();
  await Promise.all([stopped, dispatched]);
  const [message] = await messagesOf(accountId);
  expect(message).toMatchObject({ carrier: "late" });
});
