import { type Sql, sql } from "@/lib/db/sql";

/** A recipient of an account. */
export type Recipient = { accountId: number; msisdn: string };

/** An opt-out by keyword. */
export type OptOut = Recipient & { keyword: string; shortcode: string };

/** Locks what is known of recipients, in one order everywhere, so that two batches never wait for each other. */
export function lockStatement(recipients: readonly Recipient[]): Sql {
  return sql`
    select 1 from blocked_numbers n where (n.account_id, n.msisdn) in (${recipientRows(recipients)})
    order by n.account_id, n.msisdn for no key update`;
}

/** Blocks recipients; who is blocked already is blocked anew, with a new `blockedAt` (rules: blocked numbers). */
export function blockStatement(optOuts: readonly OptOut[], now: Date): Sql {
  return sql`
    insert into blocked_numbers (account_id, msisdn, keyword, shortcode, blocked_at, active, resubscribed_at)
    select o.account_id, o.msisdn, o.keyword, o.shortcode, ${now}::timestamptz, true, null
    from unnest(
      ${optOuts.map(({ accountId }) => accountId)}::int[], ${optOuts.map(({ msisdn }) => msisdn)}::text[],
      ${optOuts.map(({ keyword }) => keyword)}::text[], ${optOuts.map(({ shortcode }) => shortcode)}::text[]
    ) as o (account_id, msisdn, keyword, shortcode)
    order by o.account_id, o.msisdn
    on conflict (account_id, msisdn) do update set keyword = excluded.keyword, shortcode = excluded.shortcode,
      blocked_at = excluded.blocked_at, active = true, resubscribed_at = null`;
}

/** Blocks a recipient that is not blocked, with a word in the keyword's place: one row if it did. */
export function blockByHandStatement({ accountId, msisdn }: Recipient, keyword: string, now: Date): Sql {
  return sql`
    insert into blocked_numbers as n (account_id, msisdn, keyword, blocked_at)
    values (${accountId}, ${msisdn}, ${keyword}, ${now})
    on conflict (account_id, msisdn) do update set keyword = excluded.keyword, shortcode = null,
      blocked_at = excluded.blocked_at, active = true, resubscribed_at = null
    where not n.active returning 1`;
}

/** Unblocks recipients that are blocked (rules: resubscribing), and gives a row for each. */
export function resubscribeStatement(recipients: readonly Recipient[], now: Date): Sql {
  return sql`
    update blocked_numbers n set active = false, resubscribed_at = ${now}::timestamptz
    where n.active and (n.account_id, n.msisdn) in (${recipientRows(recipients)})
    returning n.msisdn`;
}

function recipientRows(recipients: readonly Recipient[]): Sql {
  return sql`select * from unnest(${recipients.map(({ accountId }) => accountId)}::int[],
    ${recipients.map(({ msisdn }) => msisdn)}::text[])`;
}
