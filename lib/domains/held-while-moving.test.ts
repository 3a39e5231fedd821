import { expect, it } from "vitest";
import { discardHeld, MAX_HELD_MS } from "@/lib/domains/discard-held";
import { sweepHeld } from "@/lib/domains/release-held";
import { accept } from "@/lib/messages/accept/accept";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { books, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");
const LATER = new Date(NOW.getTime() + MAX_HELD_MS + 60_000);
const FULL = 10_000_000n;

/** Creates an account in a cell, with a message that is held until it is too old. */
async function accountWithHeld(cell: number): Promise<number> {
  const { accountId } = await testAccount({ balanceMicros: FULL }, openCell(cell));
  const held = testSubmission(accountId, { heldHosts: ["example.com"], items: [testItem({ dueAt: null })] });
  await accept(openCell(cell), [held], NOW, () => "");
  return accountId;
}

/** Moves an account to cell 2, and runs `work` as soon as cell 2 has a copy of it. */
async function moveWith(
  accountId: number,
  work: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  let done: PromiseSettledResult<unknown>[] = [];
  const step = async (name: string) => {
    if (name === "hold") done = await Promise.allSettled([work()]);
  };
  await moveAccount(accountId, 2, { step });
  return done[0] as PromiseSettledResult<unknown>;
}

it("deletes what is held for too long by others, where a copy of an account that moves is before them", async () => {
  const moving = await accountWithHeld(1);
  const other = await accountWithHeld(2);
  const discard = () =>
    discardHeld(openCell(2), { acceptedBefore: new Date(LATER.getTime() - MAX_HELD_MS) }, LATER);
  expect(await moveWith(moving, discard)).toEqual({ status: "fulfilled", value: 1 });
  expect(await books(other)).toMatchObject({ balance: FULL, ledger: FULL });
  expect(await discard()).toBe(1);
  expect(await books(moving)).toMatchObject({ balance: FULL, ledger: FULL });
});

it("releases what is ready of others, where a copy of an account that moves is before them", async () => {
  const moving = await accountWithHeld(1);
  const other = await accountWithHeld(2);
  const approve = (cell: number, accountId: number) =>
    openCell(cell).prisma.approvedDomain.create({
      data: { accountId, domain: "example.com", approvedAt: NOW },
    });
  await approve(1, moving);
  await approve(2, other);
  const sweep = () => sweepHeld(openCell(2), NOW, { start: "00:00", end: "00:00" });
  expect(await moveWith(moving, sweep)).toEqual({ status: "fulfilled", value: 1 });
  expect(await sweep()).toBe(1);
});
