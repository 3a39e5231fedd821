import { describe, expect, it } from "vitest";
import {
  type Attempt,
  countFailure,
  FAILURES_ALLOWED,
  takeBackFailure,
} from "@/lib/auth/limits/auth-failures";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

const NOW = new Date("2026-11-21T00:00:00Z");
const LIMITED = { status: 429, code: "too_many_requests" };

/** Passwords of so many accounts behind one address. */
const behind = (address: string, count: number): Attempt[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "password", name: `${index}@example.com`, address }));

const counted = async (attempts: Attempt[]) => {
  const tries = await Promise.allSettled(attempts.map((attempt) => countFailure(db(), attempt, NOW)));
  return attempts.filter((_, index) => tries[index]?.status === "fulfilled");
};

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
});
