import type { AccountDetails } from "@/lib/contracts/admin/accounts";
import { MAX_PEOPLE } from "@/lib/contracts/members/people/people";
import { literal, type Sql, sql } from "@/lib/db/sql";

/** An account in an administrator's view. Money is in micro-dollars. */
export type AccountRow = Omit<
  AccountDetails,
  "balance" | "owed" | "standardRate" | "createdAt" | "senders" | "people" | "isOwn"
> & {
  balanceMicros: bigint;
  owedMicros: bigint;
  standardRateMicros: bigint | null;
  createdAt: Date;
};

/**
 * Reads an account as `AccountRow`, with the number of its valid keys at an instant; no row for a sign-in without an
 * account.
 */
export function accountStatement(accountId: number, now: Date): Sql {
  return sql`
    select a.id, a.email, a.name, a.country, a.country_confirmed_at is not null as "isCountryConfirmed", a.status,
      a.is_admin as "isAdmin", a.balance_micros as "balanceMicros", a.owed_micros as "owedMicros",
      a.standard_rate_micros as "standardRateMicros", a.created_at as "createdAt",
      a.unicode_enabled as "unicodeEnabled", a.legacy_send_enabled as "legacySendEnabled",
      a.password_on_api as "passwordOnApi", a.totp_enabled_at is not null as "secondFactor",
      a.notice_emails as "noticeEmails", a.default_sender_id as "defaultSenderId",
      a.template_sender_id as "templateSenderId",
      (select count(*)::int from api_keys k where k.account_id = a.id and k.disabled_at is null
        and (k.expires_at is null or k.expires_at > ${now}::timestamptz)) as "activeKeys"
    from accounts a where a.id = ${accountId} and a.has_account`;
}

/** Reads the people of an account for `AccountDetails`, owners first, then sorted by address. */
export function membersStatement(accountId: number): Sql {
  return sql`
    select m.person_id as "personId", p.name, p.email, m.role
    from memberships m join accounts p on p.id = m.person_id where m.account_id = ${accountId}
    order by m.role <> 'owner', p.email limit ${literal(MAX_PEOPLE)}`;
}
