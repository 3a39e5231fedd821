import { expect, it } from "vitest";
import { MOVED_TABLES } from "@/lib/cells/move/moved-tables";
import { runMove } from "@/lib/cells/move/run-move";
import { type MoveRow, moveStatement } from "@/lib/db/cells/moved.sql";
import { type Database, db } from "@/lib/db/client";
import { OutcomeUnknownError } from "@/lib/db/unavailable";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { newMobile, sentMessage } from "@/tests/support/inbound";
import { moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { fillAccount } from "@/tests/support/moves/fill";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

/**
 * Returns home with a lost commit: the commit of a move fails although it happened, and the next read returns the
 * state from before.
 */
function forgetfulHome(home: Database): Database {
  let before: unknown[] | undefined;
  return new Proxy(home, {
    get(target, name) {
      if (name === "transaction")
        return async (work: Parameters<Database["transaction"]>[0]) => {
          const rows = await target.query<MoveRow>(moveStatement());
          if (rows[0]?.state !== "committing") return target.transaction(work);
          before = rows;
          await target.transaction(work);
          throw new OutcomeUnknownError(new Error("The connection was lost."));
        };
      if (name === "query")
        return async (statement: Parameters<Database["query"]>[0]) => {
          const rows = before;
          if (rows && statement.text === moveStatement().text) {
            before = undefined;
            return rows;
          }
          return target.query(statement);
        };
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

it("a commit that comes after it was read as lost loses nothing of the account", async () => {
  const { accountId } = await testAccount();
  await fillAccount(db(), accountId, await sentMessage(accountId, newMobile(), new Date()));
  const whole = await rowsOf(db(), accountId);
  const setting = moveSetting();
  const cells = setting.cells.map((place) =>
    place.db.cell === 1 ? { ...place, db: forgetfulHome(place.db) } : place,
  );
  const request = { account: String(accountId), to: 2, together: false };
  await expect(runMove(request, { ...setting, cells })).rejects.toThrow();
  expect(await runMove(request, setting)).toMatchObject({ to: 2, heldMs: null });
  const moved = await rowsOf(openCell(2), accountId);
  for (const { table } of MOVED_TABLES.filter(({ when }) => when !== "anew"))
    expect([table, moved[table]]).toEqual([table, whole[table]]);
});
