import { prepared, type Sql, sql } from "@/lib/db/sql";

/** The most answers of a number that are read: those of a week, by the limit of a day. */
const MAX_RECENT = 40;

/** A number that wrote to an account. */
export type Writer = { accountId: number; msisdn: string };

const columns = (writers: readonly Writer[]): Sql => sql`
  unnest(${writers.map(({ accountId }) => accountId)}::int[], ${writers.map(({ msisdn }) => msisdn)}::text[])`;

/** A recent or pending answer to a writer. */
export type RecentRow = Writer & { ruleId: string; createdAt: Date };

/**
 * Reads the answers to writers after an instant, latest first, by `auto_replies_account_id_msisdn_created_at_idx`.
 */
export function recentStatement(writers: readonly Writer[], after: Date): Sql {
  return prepared(
    "auto-reply-recent",
    sql`
    select w.account_id as "accountId", w.msisdn, r.rule_id as "ruleId", r.created_at as "createdAt"
    from (select distinct * from ${columns(writers)} as g (account_id, msisdn)) w
    cross join lateral (
      select rule_id, created_at from auto_replies
      where account_id = w.account_id and msisdn = w.msisdn and created_at > ${after}::timestamptz
      order by created_at desc limit ${MAX_RECENT}) r`,
  );
}

/** Reads the numbers among the given ones that are this service's senders. */
export function ownNumbersStatement(msisdns: readonly string[]): Sql {
  return prepared(
    "auto-reply-own-numbers",
    sql`
    select g.msisdn from unnest(${msisdns}::text[]) as g (msisdn)
    cross join lateral (select id from shortcodes where number = g.msisdn offset 0) s`,
  );
}

/** An answer to insert, due at once. */
export type NewReply = Writer & {
  inboundId: string;
  shortcode: string;
  ruleId: string;
  ruleName: string;
  text: string;
  unicode: boolean;
};

/** Inserts answers to messages in that have none. */
export function writeRepliesStatement(replies: readonly NewReply[], now: Date): Sql {
  return prepared(
    "auto-reply-write",
    sql`
    insert into auto_replies (inbound_id, account_id, msisdn, shortcode, rule_id, rule_name, text, unicode, created_at, due_at)
    select r.*, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${replies.map(({ inboundId }) => inboundId)}::uuid[],
      ${replies.map(({ accountId }) => accountId)}::int[],
      ${replies.map(({ msisdn }) => msisdn)}::text[],
      ${replies.map(({ shortcode }) => shortcode)}::text[],
      ${replies.map(({ ruleId }) => ruleId)}::uuid[],
      ${replies.map(({ ruleName }) => ruleName)}::text[],
      ${replies.map(({ text }) => text)}::text[],
      ${replies.map(({ unicode }) => unicode)}::bool[]
    ) as r
    on conflict (inbound_id) do nothing`,
  );
}
