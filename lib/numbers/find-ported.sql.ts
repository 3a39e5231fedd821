import { prepared, type Sql, sql } from "@/lib/db/sql";

/** A ported number and the operator code of its network. */
export type PortedRow = { msisdn: string; networkCode: string };

/** Reads the ported numbers among the given ones, as `PortedRow`. */
export function portedStatement(msisdns: readonly string[]): Sql {
  return prepared(
    "ported",
    sql`select msisdn, network_code as "networkCode" from ported_numbers where msisdn = any(${msisdns}::text[])`,
  );
}
