import { describe, expect, it } from "vitest";
import {
  type Attempt,
  countFailure,
  FAILURE_WINDOW_MS,
  FAILURES_ALLOWED,
  takeBackFailure,
} from "@/lib/auth/limits/auth-failures";
import { REMEMBERED_MS } from "@/lib/auth/limits/reached-limits";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

const NOW = new Date("2026-11-21T00:00:00Z");
const LIMITED = { status: 429, code: "too_many_requests" };

/** Returns attempts with passwords of a number of accounts at one address. */
const behind = (address: string, count: number): Attempt[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "password", name: `${index}@example.com`, address }));

const counted = async (attempts: Attempt[]) => {
  const tries = await Promise.allSettled(attempts.map((attempt) => countFailure(db(), attempt, NOW)));
  return attempts.filter((_, index) => tries[index]?.status === "fulfilled");
};

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Does something as another process does, whose cache is empty. */
async function elsewhere(act: () => Promise<void>): Promise<void> {
  const holder = globalThis as typeof globalThis & { gatewayReachedLimits?: object | undefined };
  const own = holder.gatewayReachedLimits;
  holder.gatewayReachedLimits = undefined;
  await act();
  holder.gatewayReachedLimits = own;
}

describe("a limit of wrong passwords from one address", () => {
  it("is not reached by right ones, however many are judged at once", async () => {
    const address = "192.0.2.1";
    const judged = await counted(behind(address, FAILURES_ALLOWED.address + 150));
    expect(judged).toHaveLength(FAILURES_ALLOWED.address);
    await Promise.all(judged.map((attempt) => takeBackFailure(db(), attempt)));
    expect(await counted(behind(address, FAILURES_ALLOWED.address))).toHaveLength(FAILURES_ALLOWED.address);
  });

  it("is reached by wrong ones, and one place is free for each that is taken back", async () => {
    const [one, ...others] = behind("192.0.2.2", FAILURES_ALLOWED.address + 2) as [Attempt, ...Attempt[]];
    await countFailure(db(), one, NOW);
    expect(await counted(others)).toHaveLength(FAILURES_ALLOWED.address - 1);
    const [next] = behind("192.0.2.2", 1) as [Attempt];
    await expect(countFailure(db(), next, NOW)).rejects.toMatchObject(LIMITED);
    await takeBackFailure(db(), one);
    await countFailure(db(), next, NOW);
    await expect(countFailure(db(), next, NOW)).rejects.toMatchObject(LIMITED);
  });

  it("is forgotten after five seconds where another process took one back", async () => {
    const [one, next, ...others] = behind("192.0.2.3", FAILURES_ALLOWED.address + 1) as [Attempt, Attempt];
    await counted([one, ...others]);
    await expect(countFailure(db(), next, NOW)).rejects.toMatchObject(LIMITED);
    await elsewhere(() => takeBackFailure(db(), one));
    await expect(countFailure(db(), next, later(REMEMBERED_MS - 1))).rejects.toMatchObject(LIMITED);
    await countFailure(db(), next, later(REMEMBERED_MS));
    await expect(countFailure(db(), one, later(REMEMBERED_MS))).rejects.toMatchObject(LIMITED);
  });

  it("is asked about every five seconds, and then refuses for all its time", async () => {
    const [one, next, ...others] = behind("192.0.2.4", FAILURES_ALLOWED.address + 1) as [Attempt, Attempt];
    await counted([one, ...others]);
    const minute = FAILURE_WINDOW_MS / 15;
    for (const passed of [0, minute, 14 * minute]) {
      const seconds = String((FAILURE_WINDOW_MS - passed) / 1000);
      const headers = { "Retry-After": seconds };
      await expect(countFailure(db(), next, later(passed))).rejects.toMatchObject({ ...LIMITED, headers });
    }
    await countFailure(db(), next, later(FAILURE_WINDOW_MS));
  });
});
