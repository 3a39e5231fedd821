import { type Sql, sql } from "@/lib/db/sql";

/** How much money an account has, and what its accounts are kept by. */
export type FactsRow = {
  balanceMicros: bigint;
  owedMicros: bigint;
  country: string;
  hasGst: boolean;
  createdAt: Date;
};

/** The same, as `FactsRow`. */
export function factsStatement(accountId: number): Sql {
  return sql`
    select balance_micros as "balanceMicros", owed_micros as "owedMicros", country, has_gst as "hasGst",
      created_at as "createdAt"
    from accounts where id = ${accountId}`;
}
