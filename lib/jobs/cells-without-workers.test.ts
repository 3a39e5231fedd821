import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "@/lib/db/client";
import { setJobRunner } from "@/lib/db/wake";
import { startLocalSweep } from "@/lib/jobs/local-sweep";
import { OPERATIONS } from "@/lib/jobs/operations";
import { requestRunner } from "@/lib/jobs/request-runner";
import { startWakeUps, stopWakeUps, type WakeUp } from "@/lib/jobs/wake/inngest-wake";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestCells();

// The tests must pass at night as well.
process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";

let announced: WakeUp[];
beforeEach(() => {
  announced = [];
  setJobRunner(requestRunner);
  startWakeUps({ due: async (wakeUp) => announced.push(wakeUp), approved: async () => {} });
});
afterEach(() => {
  vi.restoreAllMocks();
  stopWakeUps();
  setJobRunner(undefined);
});

/** Accepts a message in a cell, due at a given time. */
async function queue(cell: Database, dueAt: Date): Promise<number> {
  const { accountId } = await testAccount({}, cell);
  await accept(cell, [testSubmission(accountId, { items: [testItem({ dueAt })] })], new Date(), () => "");
  return accountId;
}

const carrierOf = async (accountId: number) => (await messagesOf(accountId)).map(({ carrier }) => carrier);

it("a process that serves requests alone does each cell's work, and one that hangs keeps nobody waiting", async () => {
  const ids = await Promise.all([1, 3].map((cell) => queue(openCell(cell), new Date())));
  await whileCell(2, "hangs", async () => {
    openCell(2).wake("dispatch");
    for (const cell of [1, 3]) openCell(cell).wake("dispatch");
    for (const id of ids) await expect.poll(() => carrierOf(id)).toEqual(["simulator"]);
  });
});

it("announces what is due later with its cell, and once for each", async () => {
  const later = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 300_000);
  vi.spyOn(OPERATIONS, "webhooks").mockResolvedValue({ more: false, nextAt: later });
  for (let times = 0; times < 2; times++) {
    for (const cell of [1, 3]) openCell(cell).wake("webhooks");
    await expect.poll(() => announced.length).toBeGreaterThanOrEqual(2);
  }
  expect(announced.filter(({ at }) => at.getTime() === later.getTime())).toEqual([
    { kind: "webhooks", at: later, cell: 1 },
    { kind: "webhooks", at: later, cell: 3 },
  ]);
});

it("a server whose jobs Inngest wakes sweeps each cell by itself", async () => {
  const ids = await Promise.all([1, 3].map((cell) => queue(openCell(cell), new Date(Date.now() - 180_000))));
  await whileCell(2, "is away", async () => {
    const stop = startLocalSweep();
    for (const id of ids) await expect.poll(() => carrierOf(id)).toEqual(["simulator"]);
    await stop();
  });
});
