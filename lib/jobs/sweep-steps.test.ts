import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import * as heldDiscarding from "@/lib/domains/discard-held";
import { OPERATIONS } from "@/lib/jobs/operations";
import { openLog, setLog } from "@/lib/log";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  setLog(undefined);
});

const NOW = new Date("2026-11-20T23:00:00Z");

it("sweeps on where one of its steps fails, and says so in the end", async () => {
  await db().prisma.authFailure.create({
    data: { key: new Uint8Array(32), failures: 1, windowEndsAt: new Date(0) },
  });
  vi.spyOn(heldDiscarding, "discardHeld").mockRejectedValue(new Error("broken"));
  await expect(OPERATIONS.sweep(NOW)).rejects.toThrow("broken");
  expect(await db().prisma.authFailure.count()).toBe(0);
});

it("deletes what is old of other tables where it cannot of one, and says of each step that failed", async () => {
  const lines: string[] = [];
  setLog(openLog("error", { write: (line) => void lines.push(line) }));
  await db().query(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'broken table'; end $$;
    create trigger refuse before delete on access_tokens execute function refuse()`);
  await db().prisma.authFailure.create({
    data: { key: new Uint8Array(32), failures: 1, windowEndsAt: new Date(0) },
  });
  vi.spyOn(heldDiscarding, "discardHeld").mockRejectedValue(new Error("broken"));
  await expect(OPERATIONS.sweep(NOW)).rejects.toThrow("broken");
  expect(await db().prisma.authFailure.count()).toBe(0);
  // Work that other tests left in this process may also write to the log.
  const own = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a step of the sweep failed");
  expect(own.map(({ err }) => err.message)).toEqual(["broken table"]);
});
