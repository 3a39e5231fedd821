import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readChangeMark } from "@/lib/accounts/read-changes";
import { changedBetween, MAX_MARK_LENGTH } from "@/lib/contracts/members/changes";
import { readMoved } from "@/lib/db/cells/moved";
import { db } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { ChangeWatch } from "@/lib/http/events/change-watch";
import { newId } from "@/lib/ids";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { sentMessage } from "@/tests/support/inbound";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestCells();

const WAIT = { timeout: 15_000, interval: 20 };
/** A twentieth of the times in production, so that a look takes longer than the delays of a busy machine. */
const TIMES = { minGapMs: 50, failedGapMs: 250, cellMs: 500 };
const newWatch = () => new ChangeWatch(db, TIMES);
const closers: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

let boss: TestAccount;
let shop: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
  shop = await testAccount({}, openCell(2));
});

/**
 * Opens a page of an account and records the kinds of changes that it receives. A watch stands for a process.
 */
function pageOf({ accountId }: TestAccount, isAdmin: boolean, watch: ChangeWatch, since?: string) {
  const page = { mark: since ?? "", changed: [] as string[][], tellings: 0 };
  let isGreeted = since !== undefined;
  const told = (mark: string) => {
    page.tellings++;
    const changed = isGreeted ? changedBetween(page.mark, mark) : [];
    isGreeted = true;
    page.mark = mark;
    if (changed.length > 0) page.changed.push(changed);
  };
  closers.push(watch.watch({ accountId, isAdmin, told }));
  return page;
}

async function adminPage(watch = newWatch()) {
  const page = pageOf(boss, true, watch);
  await expect.poll(() => page.tellings, WAIT).toBeGreaterThan(0);
  return page;
}

const requestDomain = (cell: number, accountId: number) =>
  openCell(cell).prisma.domainRequest.create({
    data: { accountId, domain: `${newId()}.example`, requestedAt: new Date() },
  });

describe("an open page of Administration", () => {
  it("is told of what happens in any cell, and a member of another cell is not", async () => {
    const watch = newWatch();
    const page = await adminPage(watch);
    const member = pageOf(await testAccount({}, openCell(2)), false, watch);
    const { accountId } = await testAccount({}, openCell(3));
    for (const [cell, id] of [
      [2, shop.accountId],
      [3, accountId],
      [1, boss.accountId],
    ] as const) {
      page.changed.length = 0;
      await requestDomain(cell, id);
      await expect.poll(() => page.changed, WAIT).toEqual([["office"]]);
    }
    expect([member.changed, member.tellings > 0]).toEqual([[], true]);
    expect(page.mark.length).toBeLessThanOrEqual(MAX_MARK_LENGTH);
  });

  it("is told after a break of what happened in another cell meanwhile, by any process, and of nothing else", async () => {
    const before = await readChangeMark(db(), { accountId: boss.accountId, isAdmin: true });
    const unchanged = pageOf(boss, true, newWatch(), before);
    await expect.poll(() => unchanged.tellings, WAIT).toBeGreaterThan(1);
    expect(unchanged.changed).toEqual([]);
    const { mark } = unchanged;
    for (const close of closers.splice(0)) close();
    await requestDomain(2, shop.accountId);
    const resumed = pageOf(boss, true, newWatch(), mark);
    await expect.poll(() => resumed.changed, WAIT).toEqual([["office"]]);
  });

  it("costs one look at a cell, however many pages are open, and none once they are closed", async () => {
    const watch = newWatch();
    let looks = 0;
    const { query } = openCell(2);
    vi.spyOn(openCell(2), "query").mockImplementation((statement: Sql) => {
      looks++;
      return query(statement) as Promise<never[]>;
    });
    for (let pages = 0; pages < 20; pages++) pageOf(boss, true, watch);
    const beganAt = performance.now();
    await expect.poll(() => looks, WAIT).toBeGreaterThanOrEqual(4);
    expect(looks).toBeLessThanOrEqual(1 + (performance.now() - beganAt) / TIMES.minGapMs);
    for (const close of closers.splice(0)) close();
    // The watch of another cell looks equally often, so its looks measure the time.
    const other = pageOf(boss, false, newWatch());
    await expect.poll(() => other.tellings, WAIT).toBeGreaterThan(2);
    const after = looks;
    await expect.poll(() => other.tellings, WAIT).toBeGreaterThan(6);
    expect(looks).toBe(after);
  });

  it("is told of the others while a cell is away, of its going, and of its coming back by itself", async () => {
    for (const how of ["refuses", "hangs"]) {
      const page = await adminPage();
      const hanging: (() => void)[] = [];
      const spy = vi.spyOn(openCell(2), "query").mockImplementation(async () => {
        if (how === "hangs") await new Promise<void>((resolve) => hanging.push(resolve));
        throw new DatabaseUnavailableError("gone");
      });
      await expect.poll(() => page.changed, WAIT).toEqual([["office"]]);
      const [tellings, goneAt] = [page.tellings, performance.now()];
      await requestDomain(1, boss.accountId);
      await expect.poll(() => page.changed, WAIT).toHaveLength(2);
      const looks = (performance.now() - goneAt) / TIMES.minGapMs;
      expect(page.tellings - tellings).toBeLessThanOrEqual(2 + looks);
      const beganAt = performance.now();
      const rendered = await readChangeMark(db(), { accountId: boss.accountId, isAdmin: true });
      expect(performance.now() - beganAt).toBeLessThan(3_000);
      const fresh = pageOf(boss, true, newWatch(), rendered);
      await expect.poll(() => fresh.tellings, WAIT).toBeGreaterThan(0);
      expect(fresh.changed).toEqual([]);
      spy.mockRestore();
      // The driver gives up.
      for (const giveUp of hanging) giveUp();
      await expect.poll(() => [page.changed.length, fresh.changed.length], WAIT).toEqual([3, 1]);
      for (const close of closers.splice(0)) close();
    }
  });
});

it("the page of an account that has moved is told of what happens where it is", async () => {
  const moving = await testAccount();
  const page = pageOf(moving, false, newWatch());
  await expect.poll(() => page.tellings, WAIT).toBeGreaterThan(0);
  await moveAccount(moving.userId, 3);
  await readMoved(db());
  page.changed.length = 0;
  await sentMessage(moving.accountId, "64215551781", new Date());
  await expect.poll(() => page.changed.flat(), WAIT).toContain("messages");
});
