import { type Sql, sql } from "@/lib/db/sql";

/** What administrators change of an account, as it is under the lock. */
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

/** Locks an account for a change by an administrator. No row where there is no such account. */
export function lockAccountStatement(accountId: number): Sql {
  return sql`
    select status = 'active' as "isEnabled", totp_enabled_at is not null as "hasSecondFactor", country,
      country_confirmed_at as "countryConfirmedAt", unicode_enabled as "unicodeEnabled",
      standard_rate_micros as "standardRateMicros", default_sender_id as "defaultSenderId",
      template_sender_id as "templateSenderId"
    from accounts where id = ${accountId} for update`;
}

/** Ends the access tokens of all keys of an account. */
export function endTokensStatement(accountId: number): Sql {
  return sql`
    delete from access_tokens t using api_keys k where k.id = t.api_key_id and k.account_id = ${accountId}`;
}
