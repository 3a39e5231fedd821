import type { Queryable } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";

/** The operator codes of the networks that have taken over those of some numbers that have been ported, by number. */
export async function findPorted(
  db: Queryable,
  msisdns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ msisdn: string; networkCode: string }>(
    prepared(
      "ported",
      sql`select msisdn, network_code as "networkCode" from ported_numbers where msisdn = any(${msisdns}::text[])`,
    ),
  );
  return new Map(rows.map(({ msisdn, networkCode }) => [msisdn, networkCode]));
}
