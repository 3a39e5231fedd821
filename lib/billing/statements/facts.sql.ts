import { type Sql, sql } from "@/lib/db/sql";

/** The money of an account, and its country and tax status. */
export type FactsRow = {
  balanceMicros: bigint;
  owedMicros: bigint;
  country: string;
  hasGst: boolean;
  createdAt: Date;
};

/** Reads the money of an account as `FactsRow`. */
export function factsStatement(accountId: number): Sql {
  return sql`
    select balance_micros as "balanceMicros", owed_micros as "owedMicros", country, has_gst as "hasGst",
      created_at as "createdAt"
    from accounts where id = ${accountId}`;
}
