import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import * as heldDiscarding from "@/lib/domains/discard-held";
import { OPERATIONS } from "@/lib/jobs/operations";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T23:00:00Z");

it("sweeps on where one of its steps fails, and says so in the end", async () => {
  await db().prisma.endedSession.create({
    data: { id: "019a0000-0000-7000-8000-000000000001", endsAt: new Date(0) },
  });
  vi.spyOn(heldDiscarding, "discardHeld").mockRejectedValue(new Error("broken"));
  await expect(OPERATIONS.sweep(NOW)).rejects.toThrow("broken");
  expect(await db().prisma.endedSession.count()).toBe(0);
});
