import { expect, it } from "vitest";
import { divideByMonth } from "@/bench/lib/divide-by-month";
import { db, withLongSession } from "@/lib/db/client";
import { MONTHS_AHEAD } from "@/lib/db/partitions/partitions";
import { PARTITIONED } from "@/lib/db/partitions/partitions.sql";
import { sql } from "@/lib/db/sql";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

it("divides the past year by months, and those ahead, without a gap", async () => {
  await withLongSession(process.env.DATABASE_URL as string, (client) =>
    divideByMonth(client, new Date("2026-11-20T23:00:00Z")),
  );
  for (const { table } of PARTITIONED) {
    const partitions = await db().query<{ name: string; from: string | null; to: string | null }>(
      sql`select name, from_id as "from", to_id as "to" from partitions_of(${table}::regclass)`,
    );
    expect(partitions.map(({ name }) => name.replace(table, ""))).toEqual(
      expect.arrayContaining(["_first", "_2025_11", "_2026_10", "_2026_11"]),
    );
    expect(partitions).toHaveLength(1 + 12 + 1 + MONTHS_AHEAD + 1);
    for (const [place, { from }] of partitions.entries())
      expect(from).toBe(partitions[place - 1]?.to ?? null);
    expect(partitions.at(-1)?.to).toBe(null);
  }
});
