import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { prepareCell } from "@/lib/jobs/prepare-cell";
import { useTestCells } from "@/tests/support/database/cells";
import { moveAccount } from "@/tests/support/moves/cells-of-test";
import { testAccount } from "@/tests/support/server/gateway";

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

it("keeps no server from starting while an account leaves a cell that it had moved into", async () => {
  const { accountId } = await testAccount();
  const problems: Record<string, string | null> = {};
  const step = async (name: string) => {
    if (/^(begin|commit|wait|remake|end)$/.test(name))
      problems[name] = (await prepareCell(2, url(), db())).problem;
  };
  await moveAccount(accountId, 2);
  await moveAccount(accountId, 3, { step });
  expect(problems).toEqual({ begin: null, commit: null, wait: null, remake: null, end: null });
});

it("keeps one from starting that a cell cannot be brought up to date, or is another's", async () => {
  vi.mocked(migrate).mockRejectedValueOnce(new Error("column does not exist"));
  await expect(prepareCell(2, url(), db())).rejects.toThrow("column does not exist");
  expect((await prepareCell(3, url(), db())).problem).toContain("was not added as cell 3");
});
