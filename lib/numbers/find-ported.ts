import type { Queryable } from "@/lib/db/client";
import { type PortedRow, portedStatement } from "@/lib/numbers/find-ported.sql";

/** The operator codes of the networks that have taken over those of some numbers that have been ported, by number. */
export async function findPorted(
  db: Queryable,
  msisdns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<PortedRow>(portedStatement(msisdns));
  return new Map(rows.map(({ msisdn, networkCode }) => [msisdn, networkCode]));
}
