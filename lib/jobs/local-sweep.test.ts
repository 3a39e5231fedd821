import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { startLocalSweep, sweepAll } from "@/lib/jobs/local-sweep";
import { OPERATIONS } from "@/lib/jobs/operations";
import { readOverdue } from "@/lib/jobs/sweep/overdue";
import { openLog, setLog } from "@/lib/log";
import { accept } from "@/lib/messages/accept/accept";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { emptyQueue, messagesOf, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let lines: { level: string; msg: string; oldestDueS?: object }[];
beforeEach(async () => {
  lines = [];
  setLog(openLog("warn", { write: (line: string) => void lines.push(JSON.parse(line)) }));
  // The tests must pass at night as well.
  Object.assign(process.env, { NIGHT_START: "00:00", NIGHT_END: "00:00" });
  reloadEnv();
  await emptyQueue();
});
afterEach(() => {
  setLog(undefined);
  vi.restoreAllMocks();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Leaves a message that was due three minutes ago, and one whose domain was approved meanwhile. */
async function leaveBehind(): Promise<number> {
  const { accountId } = await testAccount();
  const at = minutesAgo(3);
  const held = testSubmission(accountId, { heldHosts: ["example.com"], items: [testItem({ dueAt: null })] });
  const due = testSubmission(accountId, { items: [testItem({ dueAt: at })] });
  await accept(db(), [due, held], at, () => "");
  await db().prisma.approvedDomain.create({ data: { accountId, domain: "example.com", approvedAt: at } });
  return accountId;
}

describe("the sweep of a server whose jobs Inngest wakes", () => {
  it("sends what waits though Inngest is away", async () => {
    const accountId = await leaveBehind();
    const stop = startLocalSweep();
    const carriers = async () => (await messagesOf(accountId)).map(({ carrier }) => carrier);
    await expect.poll(carriers).toEqual(["simulator", "simulator"]);
    await stop();
  });

  it("does the other jobs where one fails", async () => {
    const accountId = await leaveBehind();
    vi.spyOn(OPERATIONS, "sweep").mockRejectedValue(new Error("no space"));
    const emails = vi.spyOn(OPERATIONS, "emails");
    expect(await sweepAll(new Date())).toEqual({ more: false });
    expect((await messagesOf(accountId)).map(({ carrier }) => carrier)).toEqual([null, "simulator"]);
    expect(emails).toHaveBeenCalledTimes(1);
    expect(lines).toMatchObject([{ level: "error", msg: "job failed", job: "sweep" }]);
  });
});

describe("overdue work", () => {
  it("is a warning once for each sweep, with how long the oldest has been due", async () => {
    await OPERATIONS.sweep(new Date());
    expect(lines).toEqual([]);
    await leaveBehind();
    const { dispatch = 0, ...others } = await readOverdue(db(), new Date());
    expect(others).toEqual({});
    expect(dispatch).toBeGreaterThanOrEqual(180);
    await OPERATIONS.sweep(new Date());
    expect(lines).toMatchObject([{ level: "warn", oldestDueS: { dispatch: expect.any(Number) } }]);
    expect(lines[0]?.msg).toContain("overdue");
  });

  it("is none that waits for its time or is in somebody's hands", async () => {
    const { accountId } = await testAccount();
    const later = new Date(Date.now() + 3_600_000);
    const at = minutesAgo(1);
    const items = [testItem({ dueAt: later }), testItem({ dueAt: at })];
    await accept(db(), [testSubmission(accountId, { items })], at, () => "");
    expect(await readOverdue(db(), new Date())).toEqual({});
  });
});
