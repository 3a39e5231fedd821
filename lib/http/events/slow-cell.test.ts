import { beforeAll, expect, it, vi } from "vitest";
import { cellOfAccount } from "@/lib/cell-numbers";
import { db } from "@/lib/db/client";
import { byTurn } from "@/lib/http/body/turns";
import { ChangeWatch } from "@/lib/http/events/change-watch";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();

let home: number;
let theirs: number[];
beforeAll(async () => {
  home = (await testAccount()).accountId;
  theirs = [];
  for (let count = 1; count <= 5; count++) theirs.push((await testAccount({}, openCell(2))).accountId);
});

it("keeps nobody of another cell from reading, however many wait for it", async () => {
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = (accountId: number) => ({ accountId, path: "/slow", input: {} });
  const waiting = theirs.flatMap((accountId) =>
    [1, 2].map(() => byTurn("in-turn", asked(accountId), () => slow)),
  );
  expect(theirs.map(cellOfAccount)).toEqual(Array(5).fill(2));
  expect(await byTurn("in-turn", asked(home), async () => "read")).toBe("read");
  expect(await byTurn("long", asked(home), async () => "listed")).toBe("listed");
  answer();
  await Promise.all(waiting);
});

it("keeps no page of another cell from being told of changes", async () => {
  const watch = new ChangeWatch(db, { minGapMs: 50, failedGapMs: 250, cellMs: 100 });
  const told = { home: 0, theirs: 0 };
  const slow = vi.spyOn(openCell(2), "query").mockImplementation(() => new Promise(() => {}));
  const ends = [
    watch.watch({ accountId: theirs[0] ?? 0, isAdmin: false, told: () => told.theirs++ }),
    watch.watch({ accountId: home, isAdmin: false, told: () => told.home++ }),
  ];
  await expect.poll(() => told.home, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(told.theirs).toBe(0);
  for (const end of ends) end();
  slow.mockRestore();
});
