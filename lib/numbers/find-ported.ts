import type { Queryable } from "@/lib/db/client";
import { type PortedRow, portedStatement } from "@/lib/numbers/find-ported.sql";

/** Returns the operator codes of the current networks of the ported numbers among the given ones, by number. */
export async function findPorted(
  db: Queryable,
  msisdns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<PortedRow>(portedStatement(msisdns));
  return new Map(rows.map(({ msisdn, networkCode }) => [msisdn, networkCode]));
}
