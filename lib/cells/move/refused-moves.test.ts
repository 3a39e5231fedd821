import { beforeAll, describe, expect, it } from "vitest";
import { beginMoveStatement } from "@/lib/cells/move/home.sql";
import { type MoveRequest, runMove, undoLeft } from "@/lib/cells/move/run-move";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T23:00:00Z");
let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
});

const move = (given: Partial<MoveRequest>) =>
  runMove({ account: account.userId, to: 2, together: false, ...given }, moveSetting());

/** Expects that no move was begun in any cell. */
async function expectNothing(): Promise<void> {
  expect(await db().prisma.accountMove.count()).toBe(0);
  for (const cell of [1, 2, 3]) expect(await openCell(cell).prisma.moveFence.count()).toBe(0);
}

describe("a move is refused by name", () => {
  it.each([
    [{ to: 1 }, "The account is in cell 1."],
    [{ to: 7 }, "There is no cell 7: CELLS does not name it."],
    [{ account: "nobody@example.com" }, "There is no account nobody@example.com."],
    [{ account: "59999999" }, "There is no account 59999999."],
  ])("where it is %o", async (given, sentence) => {
    await expect(move(given)).rejects.toThrow(sentence);
    await expectNothing();
  });

  it("of an administrator, and of who has administered others", async () => {
    const administrator = await testAccount({ admin: true });
    await expect(move({ account: administrator.userId })).rejects.toThrow("is an administrator");
    const acting = await testAccount();
    await db().prisma.activity.create({
      data: {
        id: newId(),
        accountId: account.accountId,
        actorId: acting.accountId,
        action: "balance_adjusted",
        details: {},
        address: "",
        at: NOW,
      },
    });
    await expect(move({ account: acting.userId })).rejects.toThrow("has administered other accounts");
    await expectNothing();
  });

  it("while another one is under way, which is named", async () => {
    const other = await testAccount();
    const begun = {
      move: newId(),
      accounts: [other.accountId],
      from: 1,
      to: 3,
      state: "copying" as const,
      begunAt: NOW,
      changedAt: NOW,
    };
    await db().query(beginMoveStatement(begun));
    await expect(move({})).rejects.toThrow(
      `A move of ${other.accountId} from cell 1 to cell 3 is under way.`,
    );
    expect(await undoLeft(moveSetting())).toMatchObject({ accounts: [other.accountId] });
    await expectNothing();
  });

  it("while another command moves one", async () => {
    let second: Promise<unknown> | undefined;
    const first = runMove(
      { account: account.userId, to: 2, together: false },
      moveSetting({
        step: async (name) => {
          if (name !== "begin") return;
          second = move({});
          await expect(second).rejects.toThrow(
            "Another command is moving an account. Try again when it has ended.",
          );
          throw new Error("That is enough.");
        },
      }),
    );
    await expect(first).rejects.toThrow("That is enough.");
    expect(second).toBeDefined();
    await expectNothing();
  });

  it("where the other cell has somebody with the same sender", async () => {
    const sender = "orders@example.com";
    const there = await testAccount({}, openCell(2));
    for (const [cell, { accountId }] of [
      [2, there],
      [1, account],
    ] as const)
      await openCell(cell).prisma.emailSender.create({
        data: { accountId, sender, addedAt: NOW, confirmedAt: NOW },
      });
    await expect(move({})).rejects.toThrow(`has confirmed the sender ${sender} as well`);
    await db().prisma.emailSender.deleteMany();
  });
});

describe("accounts that share people", () => {
  it("move together or not at all", async () => {
    const [one, other, guest] = [await testAccount(), await testAccount(), await testAccount()];
    for (const { accountId } of [one, other])
      await db().prisma.membership.create({
        data: { accountId, personId: guest.accountId, role: "developer", createdAt: NOW },
      });
    await expect(move({ account: one.userId })).rejects.toThrow(
      `${one.accountId} (${one.userId}), ${other.accountId} (${other.userId}), ${guest.accountId} (${guest.userId})`,
    );
    const moved = await move({ account: one.userId, together: true });
    expect(moved.accounts).toEqual([one.accountId, other.accountId, guest.accountId]);
    for (const { accountId } of [one, other, guest]) {
      expect(await rowsOf(db(), accountId)).toEqual({});
      expect(await openCell(2).prisma.account.count({ where: { id: accountId } })).toBe(1);
    }
  });
});

it("an administrator's lines of activity name who acted, in another cell too", async () => {
  const administrator = await testAccount({ admin: true });
  const moving = await testAccount();
  const line = { id: newId(), action: "balance_adjusted", details: {}, address: "203.0.113.7", at: NOW };
  await db().prisma.activity.create({
    data: { ...line, accountId: moving.accountId, actorId: administrator.accountId },
  });
  await move({ account: String(moving.accountId), to: 3 });
  expect(await openCell(3).prisma.activity.findUniqueOrThrow({ where: { id: line.id } })).toMatchObject({
    actorId: moving.accountId,
    administrator: administrator.userId,
    personId: null,
  });
});
