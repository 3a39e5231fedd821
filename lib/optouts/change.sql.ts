import { type Sql, sql } from "@/lib/db/sql";
import { type ChangedBy, enqueueOptOuts } from "@/lib/optouts/optout-event.sql";

/** A recipient of an account. */
export type Recipient = { accountId: number; msisdn: string };

/** An opt-out by keyword. */
export type OptOut = Recipient & { keyword: string; shortcode: string };

/** A recipient whose block was changed. `isTold` is set if webhook events of changes were written, which are due. */
export type ChangedRow = { msisdn: string; isTold: boolean };

const CHANGED_COLUMNS = sql`n.account_id, n.msisdn, n.active, n.keyword, n.shortcode`;

/**
 * Returns the end of a statement: it inserts webhook events for the rows of `toldOf`, and returns the rows of
 * `changed` as `ChangedRow`.
 */
function told(toldOf: Sql, by: ChangedBy, now: Date): Sql {
  return sql`announced as (${enqueueOptOuts(toldOf, by, now)})
    select c.msisdn, exists (select from announced) as "isTold" from changed c`;
}

/** A recipient whose message changes a block. The keyword is null if the message resubscribes. */
export type BlockChange = Recipient & { keyword: string | null; shortcode: string | null };

/**
 * Locks the rows of recipients in one order everywhere, so that two batches never deadlock. A recipient that opts out
 * for the first time gets a row that blocks nothing yet. The second of two concurrent first opt-outs then waits for
 * the first.
 */
export function lockStatement(recipients: readonly BlockChange[], now: Date): Sql {
  return sql`
    insert into blocked_numbers as n (account_id, msisdn, keyword, shortcode, blocked_at, active, resubscribed_at)
    select r.account_id, r.msisdn, coalesce(r.keyword, ''), r.shortcode, ${now}::timestamptz, false, ${now}::timestamptz
    from unnest(
      ${recipients.map(({ accountId }) => accountId)}::int[], ${recipients.map(({ msisdn }) => msisdn)}::text[],
      ${recipients.map(({ keyword }) => keyword)}::text[], ${recipients.map(({ shortcode }) => shortcode)}::text[]
    ) as r (account_id, msisdn, keyword, shortcode)
    where r.keyword is not null or exists (
      select from blocked_numbers b where b.account_id = r.account_id and b.msisdn = r.msisdn offset 0)
    order by r.account_id, r.msisdn
    on conflict (account_id, msisdn) do update set active = n.active`;
}

/**
 * Blocks recipients. A recipient that is already blocked gets a new `blockedAt` (rules: blocked numbers) and no
 * webhook event. The earlier state is read under the lock of `lockStatement`. Returns `ChangedRow`.
 */
export function blockStatement(optOuts: readonly OptOut[], now: Date): Sql {
  return sql`
    with changed as (
    insert into blocked_numbers as n (account_id, msisdn, keyword, shortcode, blocked_at, active, resubscribed_at)
    select o.account_id, o.msisdn, o.keyword, o.shortcode, ${now}::timestamptz, true, null
    from unnest(
      ${optOuts.map(({ accountId }) => accountId)}::int[], ${optOuts.map(({ msisdn }) => msisdn)}::text[],
      ${optOuts.map(({ keyword }) => keyword)}::text[], ${optOuts.map(({ shortcode }) => shortcode)}::text[]
    ) as o (account_id, msisdn, keyword, shortcode)
    order by o.account_id, o.msisdn
    on conflict (account_id, msisdn) do update set keyword = excluded.keyword, shortcode = excluded.shortcode,
      blocked_at = excluded.blocked_at, active = true, resubscribed_at = null
    returning ${CHANGED_COLUMNS}
    ), news as (
      select * from changed c where not exists (
        select from blocked_numbers b where b.account_id = c.account_id and b.msisdn = c.msisdn and b.active)
    ), ${told(sql`news`, "message", now)}`;
}

/** Blocks a recipient that is not blocked, with a word in the keyword's place. Returns a `ChangedRow` if it did. */
export function blockByHandStatement({ accountId, msisdn }: Recipient, keyword: string, now: Date): Sql {
  return sql`
    with changed as (
    insert into blocked_numbers as n (account_id, msisdn, keyword, blocked_at)
    values (${accountId}, ${msisdn}, ${keyword}, ${now})
    on conflict (account_id, msisdn) do update set keyword = excluded.keyword, shortcode = null,
      blocked_at = excluded.blocked_at, active = true, resubscribed_at = null
    where not n.active returning ${CHANGED_COLUMNS}
    ), ${told(sql`changed`, "hand", now)}`;
}

/** Unblocks the blocked ones among recipients (rules: resubscribing). Returns a `ChangedRow` for each. */
export function resubscribeStatement(recipients: readonly Recipient[], by: ChangedBy, now: Date): Sql {
  return sql`
    with changed as (
    update blocked_numbers n set active = false, resubscribed_at = ${now}::timestamptz
    where n.active and (n.account_id, n.msisdn) in (${recipientRows(recipients)})
    returning ${CHANGED_COLUMNS}
    ), ${told(sql`changed`, by, now)}`;
}

function recipientRows(recipients: readonly Recipient[]): Sql {
  return sql`select * from unnest(${recipients.map(({ accountId }) => accountId)}::int[],
    ${recipients.map(({ msisdn }) => msisdn)}::text[])`;
}
