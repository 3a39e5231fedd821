import { type Sql, sql } from "@/lib/db/sql";

/** Locks an account until the transaction ends, against every change of it. Returns a row if the account exists. */
export function lockAccountStatement(accountId: number): Sql {
  return sql`select 1 from accounts where id = ${accountId} for no key update`;
}

/** Locks accounts, or people's own rows, in the order in which acceptance locks accounts. */
export function lockAccountsStatement(ids: readonly number[]): Sql {
  return sql`select 1 from accounts where id = any(${[...ids]}::int[]) order by id for no key update`;
}

/** The fields of an account that administrators change, read under the lock. */
export type LockedAccount = {
  isEnabled: boolean;
  hasSecondFactor: boolean;
  country: string;
  countryConfirmedAt: Date | null;
  unicodeEnabled: boolean;
  standardRateMicros: bigint | null;
  defaultSenderId: number | null;
  templateSenderId: number | null;
};

/** Reads an account and locks it for a change by an administrator. Returns no row for an unknown account. */
export function readLockedAccountStatement(accountId: number): Sql {
  return sql`
    select status = 'active' as "isEnabled", totp_enabled_at is not null as "hasSecondFactor", country,
      country_confirmed_at as "countryConfirmedAt", unicode_enabled as "unicodeEnabled",
      standard_rate_micros as "standardRateMicros", default_sender_id as "defaultSenderId",
      template_sender_id as "templateSenderId"
    from accounts where id = ${accountId} and has_account for update`;
}
