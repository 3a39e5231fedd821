import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import * as heldDiscarding from "@/lib/domains/discard-held";
import { OPERATIONS } from "@/lib/jobs/operations";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T23:00:00Z");

it("sweeps on where one of its steps fails, and says so in the end", async () => {
  await db().prisma.authFailure.create({
    data: { key: new Uint8Array(32), failures: 1, windowEndsAt: new Date(0) },
  });
  vi.spyOn(heldDiscarding, "discardHeld").mockRejectedValue(new Error("broken"));
  await expect(OPERATIONS.sweep(NOW)).rejects.toThrow("broken");
  expect(await db().prisma.authFailure.count()).toBe(0);
});
