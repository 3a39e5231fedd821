import { afterEach, expect, it, vi } from "vitest";
import { prepareCell } from "@/lib/cells/manage/prepare-cell";
import { db } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { useTestCells } from "@/tests/support/database/cells";

vi.mock("@/lib/db/migrations/migrate", { spy: true });

useTestCells();
afterEach(() => vi.resetAllMocks());

const url = () => JSON.parse(process.env.CELLS ?? "")[2];

it("keeps no server from starting that a cell goes away while it is brought up to date", async () => {
  for (const failure of [
    new Error("Connection terminated unexpectedly"),
    Object.assign(new Error("the database system is shutting down"), { code: "57P03" }),
  ]) {
    vi.mocked(migrate).mockRejectedValueOnce(failure);
    expect(await prepareCell(2, url(), db())).toEqual({
      said: [expect.stringContaining("went away. The other cells go on without it.")],
      problem: null,
    });
  }
  expect(await prepareCell(2, url(), db())).toMatchObject({ problem: null });
});

it("keeps one from starting that a cell cannot be brought up to date, or is another's", async () => {
  vi.mocked(migrate).mockRejectedValueOnce(new Error("column does not exist"));
  await expect(prepareCell(2, url(), db())).rejects.toThrow("column does not exist");
  expect((await prepareCell(3, url(), db())).problem).toContain("was not added as cell 3");
});
