import { expect, it } from "vitest";
import { copyTable } from "@/lib/cells/move/copy-rows";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { inSnapshot, readShapes } from "@/lib/cells/move/moving";
import { placeOf } from "@/lib/cells/move/run-move";
import { db } from "@/lib/db/client";
import { prepareCell } from "@/lib/jobs/prepare-cell";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { moveAccount, moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

/** Returns the reason why a server does not start with cell 2, or null. */
const problem = async () => (await prepareCell(2, placeOf(moveSetting(), 2).url, db())).problem;

/** Copies an account's rows from cell 3 into cell 2, as the restore of an older backup does. */
async function bringBack(accountId: number): Promise<void> {
  const [source, target] = [placeOf(moveSetting(), 3), placeOf(moveSetting(), 2)];
  const at = new Date();
  const move = { move: "", accounts: [accountId], from: 3, to: 2, begunAt: at, changedAt: at };
  const shapes = await readShapes(source.db, move.accounts);
  const { say, step } = moveSetting();
  const moving = {
    home: db(),
    source,
    target,
    move: { ...move, state: "copying" as const },
    shapes,
    say,
    step,
  };
  await inSnapshot(source, async (asking) => {
    for (const moved of MOVED_TABLES) await copyTable(moving, moved, asking);
  });
}

it("an account that an older backup brought back into a cell stops a start until it is removed", async () => {
  const { accountId } = await testAccount();
  await sentMessage(accountId, newMobile(), new Date());
  await moveAccount(accountId, 2);
  await moveAccount(accountId, 3);
  expect(await problem()).toBeNull();
  await bringBack(accountId);
  const right = await rowsOf(openCell(3), accountId);
  expect(await problem()).toContain(`It has account ${accountId}, which has moved to cell 3.`);
  expect(await problem()).toContain(`npm run cells -- move-account --account ${accountId} --to 3`);

  const step = async (name: string) => {
    if (name === "remove accounts") throw new Error("killed");
  };
  await expect(moveAccount(accountId, 3, { step })).rejects.toThrow("killed");
  expect(await problem()).toContain("which has moved to cell 3");
  expect(await moveAccount(accountId, 3)).toMatchObject({ from: 2, to: 3 });
  expect(await rowsOf(openCell(2), accountId)).toEqual({});
  expect(await rowsOf(openCell(3), accountId)).toEqual(right);
  expect(await problem()).toBeNull();
  await expect(moveAccount(accountId, 3)).rejects.toThrow("The account is in cell 3.");
});

it("an account of which home has forgotten the move stops a start, and is removed nowhere", async () => {
  const { accountId } = await testAccount();
  await moveAccount(accountId, 2);
  await db().prisma.movedAccount.delete({ where: { accountId } });
  expect(await problem()).toContain(
    `It has account ${accountId}, which belongs to cell 1. If the account has moved`,
  );
  expect(await problem()).toContain("restore home from a later one.");
});
