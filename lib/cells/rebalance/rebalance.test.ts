import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cellOf } from "@/lib/cells/cells";
import { beginMoveStatement } from "@/lib/cells/move/home.sql";
import type { MoveSetting } from "@/lib/cells/move/run-move";
import { readMoved } from "@/lib/cells/moved";
import { loadsStatement } from "@/lib/cells/rebalance/read-loads.sql";
import { planRebalance, type RebalanceRequest, rebalance } from "@/lib/cells/rebalance/rebalance";
import { type Database, db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { moveUntil, rebalanceUntil } from "@/tests/support/moves/half-moved";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const NOW = new Date("2026-11-20T00:00:00Z");

type Placed = MoveSetting["cells"][number];

/** The statement that reads what the accounts of a cell cost it. */
const LOADS = loadsStatement({ after: 0, limit: 1 }, { since: "2026-11-06", rowsSince: "2026-11-06" }).text;

const request = (further: Partial<RebalanceRequest> = {}): RebalanceRequest => ({
  tolerance: 15,
  maxMoves: 20,
  days: 14,
  from: null,
  to: null,
  drain: null,
  ...further,
});

/** Has an account have sent so many messages some days before now. */
function sent(
  cell: Database,
  { accountId }: TestAccount,
  messages: number,
  daysAgo: number,
): Promise<unknown> {
  return cell.query(sql`
    insert into billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    values (${accountId}, (${NOW}::timestamptz - ${daysAgo} * interval '1 day')::date, 'sms', '', ${messages}, 0, 0, 0)`);
}

let accounts: TestAccount[];
const idOf = (index: number) => (accounts[index] as TestAccount).accountId;
const plan = (further: Partial<RebalanceRequest> = {}) => planRebalance(moveSetting(), request(further), NOW);
const apply = (further: Partial<RebalanceRequest> = {}, setting = moveSetting()) =>
  rebalance(setting, request(further), () => NOW);

/** Those of the test that are in each cell, by their places. */
const places = () =>
  [1, 2, 3].map((cell) =>
    accounts.flatMap(({ accountId }, index) => (cellOf(accountId) === cell ? [index] : [])),
  );

const MESSAGES = [1_000, 600, 400, 200, 100, 10];

beforeEach(async () => {
  accounts = [];
  for (const messages of MESSAGES) {
    const account = await testAccount();
    accounts.push(account);
    await sent(db(), account, messages, 3);
    await sent(db(), account, 50_000, 20);
  }
});
afterEach(async () => {
  await db().prisma.membership.deleteMany();
  await readMoved(db());
  for (const { accountId } of accounts) {
    const cell = openCell(cellOf(accountId));
    await cell.query(sql`delete from billing_days where account_id = ${accountId}`);
  }
});

describe("a plan", () => {
  it("says what each cell carries and would carry, who moves, and why, and changes nothing", async () => {
    const planned = await plan();
    expect(planned.cells.map(({ cell }) => cell)).toEqual([1, 2, 3]);
    expect(planned.reached).toBe(true);
    const [home] = planned.cells;
    expect(home?.now).toMatchObject({ messages: 2_310, ofMean: 300 });
    expect(home?.now.rows).toBe(6 * 50_000 + 2_310);
    for (const { after } of planned.cells) expect(after.ofMean).toBeLessThanOrEqual(115);
    expect(planned.refused).toEqual([]);
    for (const { from, to, accounts: moved, emails, why } of planned.moves) {
      expect([from, moved.length, emails]).toEqual([
        1,
        1,
        [accounts.find((one) => one.accountId === moved[0])?.userId],
      ]);
      expect([2, 3]).toContain(to);
      expect(why).toMatch(/^Cell 1 is \d+ % above the mean, cell [23] is \d+ % below the mean; this is the /);
    }
    expect(await plan()).toEqual(planned);
    expect(places()).toEqual([[0, 1, 2, 3, 4, 5], [], []]);
    expect(await db().prisma.accountMove.count()).toBe(0);
  });

  it("counts the messages of the days that are asked for, and rows a little", async () => {
    await db().prisma.contactBook.create({ data: { accountId: idOf(5), contacts: 700 } });
    const [home] = (await plan()).cells;
    expect(home?.now).toMatchObject({ messages: 2_310, rows: 6 * 50_000 + 2_310 + 700 });
    expect((await plan({ days: 1 })).cells[0]?.now).toMatchObject({ messages: 0 });
    expect((await plan({ days: 30 })).cells[0]?.now).toMatchObject({ messages: 302_310 });
    await db().prisma.contactBook.deleteMany();
  });

  it("moves those that share people together", async () => {
    for (const index of [1, 5])
      await db().prisma.membership.create({
        data: { accountId: idOf(index), personId: idOf(4), role: "developer", createdAt: NOW },
      });
    const planned = await plan();
    const together = [1, 4, 5].map(idOf);
    for (const { accounts: moved } of planned.moves)
      if (moved.some((id) => together.includes(id))) expect(moved).toEqual(together);
  });

  it("plans around whom the rules of moving keep, and says so", async () => {
    const before = await plan();
    const [kept] = before.moves;
    const keptId = kept?.accounts[0] as number;
    await db().prisma.account.update({ where: { id: keptId }, data: { isAdmin: true } });
    const planned = await plan();
    expect(planned.moves.flatMap((move) => move.accounts)).not.toContain(keptId);
    expect(planned.refused.length).toBeGreaterThan(0);
    expect(planned.refused[0]).toMatchObject({
      accounts: [keptId],
      why: expect.stringContaining("is an administrator, who belongs to the home cell."),
    });
    for (const { after } of planned.cells)
      expect(after.weight).toBeLessThanOrEqual(before.cells[0]?.now.weight ?? 0);
    await db().prisma.account.update({ where: { id: keptId }, data: { isAdmin: false } });
  });

  it("is made for as many accounts as a cell may have", async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({
      id: 1_000_000 + index,
      hasAccount: false,
      messages: index === 0 ? 5_000 : 1,
      rows: 0,
    }));
    const setting = moveSetting();
    const [home, ...others] = setting.cells as [Placed, ...Placed[]];
    const query: Database["query"] = async (statement) =>
      statement.text === LOADS ? (rows as never) : home.db.query(statement);
    const cells = [{ ...home, db: { ...home.db, query } }, ...others];
    const planned = await planRebalance({ ...setting, cells }, request({ maxMoves: 1 }), NOW);
    expect(planned.cells[0]?.now.weight).toBe(204_999);
    expect(planned.moves).toHaveLength(1);
  });

  it("is refused by name for a cell that there is not, one to which new accounts go, and one that is away", async () => {
    await expect(plan({ to: 7 })).rejects.toThrow("There is no cell 7: CELLS does not name it.");
    await expect(plan({ from: 2, to: 2 })).rejects.toThrow("Accounts move from one cell to another one.");
    await expect(plan({ drain: 1 })).rejects.toThrow("Home is never taken away");
    for (const further of [{ from: 1 }, { to: 2 }])
      await expect(plan({ drain: 2, ...further })).rejects.toThrow("Accounts move out of cell 2");
    process.env.NEW_ACCOUNTS_CELL = "2";
    reloadEnv();
    await expect(plan({ drain: 2 })).rejects.toThrow("New accounts are made in cell 2, by NEW_ACCOUNTS_CELL");
    delete process.env.NEW_ACCOUNTS_CELL;
    reloadEnv();
    await whileCell(3, "is away", () => expect(plan()).rejects.toThrow());
  });
});

describe("a plan that is applied", () => {
  it("makes its moves one after the other, says how far it is, and leaves nothing to be moved", async () => {
    const planned = await plan();
    const said: string[] = [];
    const { finished, done, skipped } = await apply(
      {},
      moveSetting({ say: (sentence) => said.push(sentence) }),
    );
    expect([finished, skipped]).toEqual([null, []]);
    expect(done.map(({ accounts: moved, to }) => [moved, to])).toEqual(
      planned.moves.map(({ accounts: moved, to }) => [moved, to]),
    );
    expect(said).toContain(`Move 1 of ${done.length}: ${planned.moves[0]?.emails[0]}.`);
    const after = await plan();
    expect(after).toMatchObject({ moves: [], refused: [], reached: true });
    expect(after.cells.map(({ now }) => now)).toEqual(planned.cells.map((cell) => cell.after));
  });

  it("makes no more moves than it may, and goes on when it is run again", async () => {
    const first = await apply({ maxMoves: 1 });
    expect(first.done).toHaveLength(1);
    expect(first.plan.reached).toBe(false);
    const rest = await apply();
    expect(rest.plan.reached).toBe(true);
    expect((await plan()).moves).toEqual([]);
  });

  it("goes by where accounts are by then, and by who may move by then", async () => {
    const planned = await plan();
    const [first, second] = planned.moves.map((move) => move.accounts[0] as number) as [number, number];
    let begun = 0;
    const step = async (name: string) => {
      if (name !== "end" || begun++ > 0) return;
      // An administrator now: the plan has it, and the move refuses it.
      await db().prisma.account.update({ where: { id: second }, data: { isAdmin: true } });
    };
    const { done, skipped } = await apply({}, moveSetting({ step }));
    expect(done.flatMap((move) => move.accounts)).toContain(first);
    expect(skipped).toMatchObject([
      { accounts: [second], why: expect.stringContaining("is an administrator") },
    ]);
    expect(cellOf(second)).toBe(1);
    await db().prisma.account.update({ where: { id: second }, data: { isAdmin: false } });
  });

  it("ends at once where another command moves an account", async () => {
    const at = new Date();
    const row = {
      move: newId(),
      accounts: [idOf(0)],
      from: 1,
      to: 2,
      state: "copying",
      begunAt: at,
      changedAt: at,
      isCopy: false,
    } as const;
    await db().query(beginMoveStatement({ ...row, accounts: [idOf(0)] }));
    const other = moveSetting({
      step: async () => {
        await expect(apply()).rejects.toThrow("Another command is moving an account just now.");
        throw new Error("That is enough.");
      },
    });
    await expect(apply({}, other)).rejects.toThrow("That is enough.");
    await db().prisma.accountMove.deleteMany();
  });

  it("empties a cell, which the rest then does without", async () => {
    await apply();
    expect(places()[1]).not.toEqual([]);
    const { done, plan: planned } = await apply({ drain: 2, maxMoves: 200 });
    expect([planned.reached, done.length > 0]).toEqual([true, true]);
    expect(places()[1]).toEqual([]);
    expect(await openCell(2).prisma.account.count({ where: { hasAccount: true } })).toBe(0);
  });
});

describe("a command that is killed", () => {
  it("between two moves goes on with the next when it is run again", async () => {
    const planned = await plan();
    expect(planned.moves.length).toBeGreaterThan(1);
    expect(await rebalanceUntil(request(), `Move 2 of ${planned.moves.length}`)).toBe("SIGKILL");
    await readMoved(db());
    const [first, ...rest] = planned.moves.map(({ accounts: moved }) => moved[0] as number) as [
      number,
      ...number[],
    ];
    expect([cellOf(first), ...rest.map(cellOf)]).toEqual([planned.moves[0]?.to, ...rest.map(() => 1)]);
    const again = await apply();
    expect(again).toMatchObject({ finished: null, skipped: [] });
    expect(again.done.flatMap((move) => move.accounts)).not.toContain(first);
    expect((await plan()).moves).toEqual([]);
  });

  it.each([
    ["before the account is in the other cell", "copy messages", true],
    ["once it is there", "remove messages", false],
  ])("within a move, %s, finishes that one first", async (_, step, isCopiedAnew) => {
    expect(await moveUntil(idOf(2), 3, step)).toBe("SIGKILL");
    const counted = await plan();
    // An account in two cells is counted where it is.
    expect(counted.cells.reduce((sum, { now }) => sum + now.messages, 0)).toBe(2_310);
    const { finished, skipped } = await apply();
    expect(finished).toMatchObject({ accounts: [idOf(2)], from: 1, to: 3 });
    expect([finished?.heldMs === null, skipped]).toEqual([!isCopiedAnew, []]);
    expect(await rowsOf(openCell(cellOf(idOf(2)) === 1 ? 2 : 1), idOf(2))).toEqual({});
    expect((await plan()).moves).toEqual([]);
  });
});
