import { hasKey, literal, type Sql, sql } from "@/lib/db/sql";
import { idAt } from "@/lib/ids";
import { JOIN_SENT } from "@/lib/messages/retention/sent.sql";
import { isQueueRowOf } from "@/lib/queue/message-queue.sql";

/**
 * The rows that one statement deletes: the oldest with an id above `after` and from before an instant, at most
 * `limit`.
 */
export type OldBatch = { after: string; before: Date; limit: number };

/** The number of deleted rows, and the highest of their ids. */
export type OldBatchRow = { count: number; last: string | null };

/**
 * Settings of a transaction that deletes old rows. Rows are read in the order of their key, and no more than wanted.
 * Joined rows are looked up by an index one by one, for any number that the planner expects. The lock timeout is
 * shorter than PostgreSQL's deadlock check, so that in a deadlock no other transaction is rolled back.
 */
export const GIVING_WAY = sql`
  set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local enable_bitmapscan = off; set local enable_sort = off; set local lock_timeout = '500ms'`;

/**
 * Deletes messages with their queue rows, reports, submissions and events, and numbers of accounts with the last message to
 * them. Replies lose their reference. The last
 * sender to each number from a shared shortcode is stored: a late reply or opt-out must still find its account. Locked
 * rows are left for another run.
 */
export function purgeMessagesStatement(batch: OldBatch): Sql {
  return sql`
    with old as materialized (
      select m.id, m.account_id, m.accepted_at, m.send_type, m.sender, m.msisdn, m.status from messages m
      where ${isOld(batch)} and greatest(m.accepted_at, m.send_at) < ${batch.before}
      order by m.id limit ${literal(batch.limit)} for update skip locked
    ), remembered as (
      insert into last_senders as l (msisdn, shortcode, account_id, send_type, sent_at)
      select distinct on (m.msisdn, m.sender) m.msisdn, m.sender, m.account_id, m.send_type, sent.at
      from old m ${JOIN_SENT}
      where sent.at is not null and m.sender = any(array(select number from shortcodes where owner_id is null))
      order by m.msisdn, m.sender, sent.at desc, m.id desc
      on conflict (msisdn, shortcode) do update set account_id = excluded.account_id, send_type = excluded.send_type,
          sent_at = excluded.sent_at
        where excluded.sent_at >= l.sent_at
    ), dropped as (
      delete from message_queue u using old where ${isQueueRowOf(sql`old`)}
    ), submitted as (
      delete from carrier_submissions where message_id = any(array(select id from old))
    ), reported as (
      delete from delivery_reports where message_id = any(array(select id from old))
    ), announced as (
      delete from webhook_deliveries where message_id = any(array(select id from old))
    ), forgotten as (
      delete from message_numbers n using (select distinct o.account_id, o.msisdn from old o) c
      where ${hasKey(sql`n.account_id, n.msisdn`, sql`c.account_id, c.msisdn`)} and not exists (
        select 1 from messages l
        where l.account_id = n.account_id and l.msisdn = n.msisdn and l.id <> all(array(select id from old)) offset 0)
    ), gone as (
      delete from messages where id = any(array(select id from old))
    )
    ${COUNTED}`;
}

/**
 * Deletes rows that were written while their message was deleted: submissions, reports and events below the oldest
 * message.
 */
export const PURGE_LEFT = sql`
  with oldest as materialized (
    select id from messages order by id limit 1
  ), submitted as (
    delete from carrier_submissions where message_id < (select id from oldest)
  ), reported as (
    delete from delivery_reports where message_id < (select id from oldest)
  )
  delete from webhook_deliveries where message_id < (select id from oldest)`;

/**
 * Deletes messages in with their events. A conversation's tags are deleted with its last message in
 * (rules: conversation tags).
 */
export function purgeInboundStatement(batch: OldBatch): Sql {
  return sql`
    with old as materialized (
      select m.id, m.account_id, m.msisdn from inbound_messages m
      where ${isOld(batch)} and m.received_at < ${batch.before}
      order by m.id limit ${literal(batch.limit)} for update skip locked
    ), untagged as (
      delete from conversation_tags t using (select distinct o.account_id, o.msisdn from old o) c
      where ${hasKey(sql`t.account_id, t.msisdn`, sql`c.account_id, c.msisdn`)} and not exists (
        select 1 from inbound_messages l
        where l.account_id = t.account_id and l.msisdn = t.msisdn and l.id <> all(array(select id from old)) offset 0)
    ), gone as (
      delete from inbound_messages where id = any(array(select id from old))
    )
    ${COUNTED}`;
}

/**
 * Deletes webhook events without a message, such as those of opt-outs, by `webhook_deliveries_of_no_message_idx`. The
 * events of messages are deleted with them.
 */
export function purgeEventsStatement(batch: OldBatch): Sql {
  return sql`
    with old as materialized (
      select m.id from webhook_deliveries m
      where m.message_id is null and m.inbound_id is null and ${isOld(batch)}
      order by m.id limit ${literal(batch.limit)} for update skip locked
    ), gone as (
      delete from webhook_deliveries where id = any(array(select id from old))
    )
    ${COUNTED}`;
}

/**
 * Deletes the search index's blocks whose messages are all deleted, each message looked up by its key. A block may
 * contain a scheduled message, which is kept longer.
 */
export function purgeWordsStatement(batch: OldBatch): Sql {
  return sql`
    with old as materialized (
      select m.last_id as id from message_words m
      where m.last_id > ${batch.after}::uuid and m.last_id < ${idAt(batch.before)}::uuid and not exists (
        select from unnest(m.message_ids) as i (id)
        cross join lateral (select 1 from messages where id = i.id offset 0) k)
      order by m.last_id limit ${literal(batch.limit)} for update skip locked
    ), gone as (
      delete from message_words where last_id = any(array(select id from old))
    )
    ${COUNTED}`;
}

/**
 * Deletes bulk sends whose messages are all deleted, each message looked up by its key. Until then the row is needed
 * to pause, resume and cancel the send. Some of its messages may be scheduled much later than others.
 */
export function purgeBulkSendsStatement(batch: OldBatch): Sql {
  return sql`
    with old as materialized (
      select m.id from bulk_sends m
      where ${isOld(batch)} and greatest(m.accepted_at, m.send_at) < ${batch.before} and not exists (
        select from unnest(m.message_ids) as i (id)
        cross join lateral (select 1 from messages where id = i.id offset 0) k)
      order by m.id limit ${literal(batch.limit)} for update skip locked
    ), gone as (
      delete from bulk_sends where id = any(array(select id from old))
    )
    ${COUNTED}`;
}

/** Ids sort by time: the oldest rows are the first of the primary key. */
function isOld({ after, before }: OldBatch): Sql {
  return sql`m.id > ${after}::uuid and m.id < ${idAt(before)}::uuid`;
}

const COUNTED = sql`
  select count(*)::int as count, (select id from old order by id desc limit 1) as last from old`;
