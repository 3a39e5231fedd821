import { beforeAll, expect, it } from "vitest";
import { cellOfAccount } from "@/lib/cell-numbers";
import { byTurn } from "@/lib/http/body/turns";
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
