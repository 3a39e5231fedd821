import { afterEach, expect, it, vi } from "vitest";
import { watchMoves } from "@/lib/cells/move/watch-moves";
import { now } from "@/lib/clock";
import { cellOf } from "@/lib/db/cells/cells";
import { noteLook } from "@/lib/db/cells/moved";
import { whileMoving } from "@/lib/db/cells/while-moving";
import { db } from "@/lib/db/client";
import { useTestCells, whileCell } from "@/tests/support/database/cells";

useTestCells();
afterEach(() => {
  noteLook(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ago = (ms: number) => new Date(now().getTime() - ms);

/** Records in home that an account has moved, without this process. */
async function movedElsewhere(accountId: number): Promise<number> {
  await db().prisma.movedAccount.create({
    data: { accountId, cell: 2, leftCells: [1], movedAt: new Date() },
  });
  return accountId;
}

it("a process that stood still between two requests reads first which accounts have moved", async () => {
  const id = await movedElsewhere(101);
  noteLook(ago(1_000));
  expect(await whileMoving(async () => cellOf(id))).toBe(1);
  noteLook(ago(60_000));
  const asked = vi.spyOn(db(), "query");
  const found = await Promise.all([1, 2, 3].map(() => whileMoving(async () => cellOf(id))));
  expect(found[0]).toBe(2);
  const reads = asked.mock.calls.filter(([{ name }]) => name === "moved-since");
  expect(reads).toHaveLength(1);
});

it("reads it first for each of the requests that wait when it goes on", async () => {
  const id = await movedElsewhere(103);
  noteLook(ago(60_000));
  const found = await Promise.all([1, 2, 3].map(() => whileMoving(async () => cellOf(id))));
  expect(found).toEqual([2, 2, 2]);
});

it("reads it first though its own look of each second begins before the request", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const moves = watchMoves();
  await moves.looked;
  const id = await movedElsewhere(104);
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(1_000);
  expect(await whileMoving(async () => cellOf(id))).toBe(2);
  await moves.stop();
});

it("goes by what it knew while home does not answer, after two seconds", async () => {
  const id = await movedElsewhere(102);
  for (const how of ["is away", "hangs"] as const)
    await whileCell(1, how, async () => {
      noteLook(ago(60_000));
      expect(await whileMoving(async () => cellOf(id))).toBe(1);
    });
});
