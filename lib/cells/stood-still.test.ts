import { afterEach, expect, it, vi } from "vitest";
import { cellOf } from "@/lib/cells/cells";
import { noteLook } from "@/lib/cells/moved/moved";
import { whileMoving } from "@/lib/cells/while-moving";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { useTestCells, whileCell } from "@/tests/support/database/cells";

useTestCells();
afterEach(() => {
  noteLook(null);
  vi.restoreAllMocks();
});

const ago = (ms: number) => new Date(now().getTime() - ms);

/** Has home say that an account has moved, of which this process knows nothing. */
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

it("goes by what it knew while home does not answer, after two seconds", async () => {
  const id = await movedElsewhere(102);
  for (const how of ["is away", "hangs"] as const)
    await whileCell(1, how, async () => {
      noteLook(ago(60_000));
      expect(await whileMoving(async () => cellOf(id))).toBe(1);
    });
});
