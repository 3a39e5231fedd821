import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { DatabaseUnavailableError } from "@/lib/db/unavailable";
import { type Part, pageOverCells } from "@/lib/http/over-cells/page-over-cells";
import { openCell, useTestCells } from "@/tests/support/database/cells";

useTestCells();

const lists = new Map([
  [1, ["a", "b"]],
  [2, ["c", "d", "e"]],
  [3, ["f"]],
]);
const cells = () => [db(), openCell(2), openCell(3)];

const partOf = (cell: number, { offset, limit }: Part) => {
  const list = lists.get(cell) ?? [];
  return { rows: list.slice(offset, offset + limit), total: list.length };
};

it("goes over the cells' lists, of which one follows the other", async () => {
  for (const limit of [1, 2, 3, 4, 10]) {
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(6 / limit) + 1; page++) {
      const read = await pageOverCells(cells(), { page, limit }, async ({ cell }, part) =>
        partOf(cell, part),
      );
      expect(read).toMatchObject({ pagination: { totalRecords: 6 }, awayCells: [] });
      expect(read.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...read.rows);
    }
    expect(seen.join("")).toBe("abcdef");
  }
});

it("asks all cells at once, and is without those that do not answer", async () => {
  const asked: number[] = [];
  let fail = () => {};
  const all = new Promise<void>((_, reject) => {
    fail = () => reject(new DatabaseUnavailableError(new Error("gone")));
  });
  const reading = pageOverCells(cells(), { page: 1, limit: 3 }, async ({ cell }, part) => {
    asked.push(cell);
    if (cell !== 1) await all;
    return partOf(cell, part);
  });
  await expect.poll(() => asked).toEqual([1, 2, 3]);
  fail();
  expect(await reading).toMatchObject({
    rows: ["a", "b"],
    pagination: { totalRecords: 2 },
    awayCells: [2, 3],
  });
});

it("is without the entries of a cell that goes while they are read", async () => {
  const read = await pageOverCells(cells(), { page: 1, limit: 6 }, async ({ cell }, part) => {
    if (cell === 2 && part.limit > 0) throw new DatabaseUnavailableError(new Error("gone"));
    return partOf(cell, part);
  });
  expect(read).toMatchObject({
    rows: ["a", "b", "f"],
    pagination: { totalRecords: 6 },
    awayCells: [2],
  });
});

it("fails where home does not answer, or something else does not work", async () => {
  const failing = (broken: number, error: Error) =>
    pageOverCells(cells(), { page: 1, limit: 6 }, async ({ cell }, part) => {
      if (cell === broken) throw error;
      return partOf(cell, part);
    });
  await expect(failing(1, new DatabaseUnavailableError(new Error("gone")))).rejects.toThrow();
  await expect(failing(2, new RangeError("no such column"))).rejects.toThrow("no such column");
});
