import { type Sql, sql } from "@/lib/db/sql";

/** The second factor of an account: its encrypted secret, and whether it is on. */
export type FactorRow = { totpSecret: Buffer | null; on: boolean };

/** Locks an account whose second factor is to be turned on. */
export function lockFactorStatement(accountId: number): Sql {
  return sql`
    select totp_secret as "totpSecret", totp_enabled_at is not null as on from accounts
    where id = ${accountId} for no key update`;
}
