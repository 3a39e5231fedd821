import os from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { databaseAheadMs, now, setDatabaseAhead } from "@/lib/clock";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { idTime, newId } from "@/lib/ids";
import { followClock } from "@/lib/jobs/clock/follow-clock";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { carrierNamed, NEVER_MS, unknown } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, testItem, testSubmission } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";
import { skipTime } from "@/tests/support/skip-time";

useTestDatabase();

const TWO_MINUTES_MS = 120_000;

afterEach(() => {
  vi.useRealTimers();
  setDatabaseAhead(undefined);
});

/** Sets this machine's clock, which runs on from there. */
function setMachineClock(aheadMs: number): void {
  const real = performance.timeOrigin + performance.now();
  vi.useFakeTimers({ toFake: ["Date"], now: real + aheadMs, shouldAdvanceTime: false });
}

/** Returns the milliseconds by which `now` is ahead of the database's clock. */
async function aheadMs(): Promise<number> {
  const [row] = await db().query<{ at: Date }>(sql`select clock_timestamp() as at`);
  return now().getTime() - (row as { at: Date }).at.getTime();
}

describe("now", () => {
  it.each([-TWO_MINUTES_MS, TWO_MINUTES_MS])(
    "is the database's on a machine that is off by %d ms",
    async (offMs) => {
      setMachineClock(offMs);
      expect(Math.abs(await aheadMs())).toBeGreaterThan(TWO_MINUTES_MS / 2);
      await measureClock(db());
      // The machine's clock does not move here: the difference is the time since it was set.
      expect(Math.abs(await aheadMs())).toBeLessThan(5_000);
      expect(Math.abs(idTime(newId()).getTime() - now().getTime())).toBeLessThan(5_000);
    },
  );

  it("does not tremble: a measurement that may be wrong by more changes nothing", async () => {
    const skip = skipTime();
    const slow = (offsetMs: number) => ({
      ...db(),
      query: async () => {
        skip(60);
        return [{ at: new Date(Date.now() - 30 + offsetMs) }];
      },
    });
    await measureClock(slow(0) as unknown as Database);
    const before = databaseAheadMs() as number;
    await measureClock(slow(15) as unknown as Database);
    expect(databaseAheadMs()).toBe(before);
    await measureClock(slow(10_000) as unknown as Database);
    expect(Math.abs((databaseAheadMs() as number) - before - 10_000)).toBeLessThan(5_000);
  });

  it.each([-TWO_MINUTES_MS, TWO_MINUTES_MS])(
    "stays the database's when the machine's clock is then set by %d ms",
    async (byMs) => {
      await measureClock(db());
      setMachineClock(byMs);
      expect(Math.abs(await aheadMs())).toBeLessThan(1_000);
    },
  );

  it.runIf(process.platform === "linux")("goes on while the machine sleeps", async () => {
    await measureClock(db());
    // If a machine has slept for two minutes, all clocks are two minutes ahead of `performance.now`.
    const after = os.uptime() + TWO_MINUTES_MS / 1000;
    const uptime = vi.spyOn(os, "uptime").mockReturnValueOnce(after);
    setMachineClock(TWO_MINUTES_MS);
    for (let asked = 0; asked < 2; asked++) {
      expect(Math.abs((await aheadMs()) - TWO_MINUTES_MS)).toBeLessThan(1_000);
    }
    // The uptime is read from a file: only once for each jump.
    expect(uptime).toHaveBeenCalledOnce();
    uptime.mockRestore();
  });
});

describe("a server whose clock is two minutes ahead", () => {
  it("takes nothing that another one holds", async () => {
    const { accountId } = await testAccount();
    const given: string[] = [];
    const carrier = carrierNamed("test", 10, async (batch) => {
      given.push(...batch.map(({ id }) => id));
      return batch.map(({ id }) => unknown(id));
    });
    await measureClock(db());
    const acceptedAt = now();
    await accept(
      db(),
      [testSubmission(accountId, { items: [testItem({ dueAt: acceptedAt })] })],
      acceptedAt,
      () => "",
    );
    // A slow carrier has its messages while the other one looks for work.
    const slow = { ...carrierNamed("slow", 10, () => new Promise(() => {})), answerTimeoutMs: NEVER_MS };
    void dispatch(db(), slow, now(), BY_DAY);
    const held = () => db().query(sql`select 1 from message_queue where due_at > accepted_at`);
    await expect.poll(async () => (await held()).length).toBe(1);

    setMachineClock(TWO_MINUTES_MS);
    setDatabaseAhead(undefined);
    const { measured, stop } = followClock(db);
    await measured;
    await stop();
    expect(await dispatch(db(), carrier, now(), BY_DAY)).toMatchObject({ claimed: 0 });
    expect(given).toEqual([]);
  });
});

describe("following the database's clock", () => {
  it("goes on until the database can be asked, and again when the machine's clock is set", async () => {
    const away = openDatabase("postgres://nobody@127.0.0.1:1/none", 1);
    let database = away;
    const { measured, stop } = followClock(() => database);
    setMachineClock(TWO_MINUTES_MS);
    database = db();
    await measured;
    await expect.poll(aheadMs).toBeLessThan(10_000);
    setMachineClock(-TWO_MINUTES_MS);
    await expect.poll(async () => Math.abs(await aheadMs())).toBeLessThan(10_000);
    await stop();
    await away.close();
  });
});
