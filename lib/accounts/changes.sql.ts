import { literal, prepared, type Sql, sql } from "@/lib/db/sql";
import { isFinal } from "@/lib/queue/status.sql";

/** The number of rows that are read of each list: its newest ones, as on its first page. */
const LOOKED_AT = literal(25);

/** Texts that change with the data in their names. */
export type ChangesRow = {
  accountId: number;
  messages: string;
  balance: string;
  deliveries: string;
  inbox: string | null;
  settings: string | null;
};

/** Returns a sum that changes with any of the rows, in any order. */
const sumOf = (columns: Sql, rows: Sql) =>
  sql`(select coalesce(sum(hashtextextended(concat_ws(' ', ${columns}), 0)), 0) from (${rows} limit ${LOOKED_AT}) r)`;

const queued = (order: Sql) => sql`
  select q.message_id, q.held, q.attempts, q.paused_at from message_queue q where q.account_id = a.id order by ${order}`;

/**
 * Reads the first rows of an account's pages, as texts to compare. Each text reads at most a page of rows, by its
 * index. A message further down the list leaves the queue with its final status, which changes one of the two ends of
 * the queue. A rule that changes lists or tags after a message arrived changes the newest incoming message.
 */
export function changesStatement(accountIds: readonly number[]): Sql {
  const messages = sql`
    select m.id, m.status, m.status_at, (
        select count(*) from delivery_reports d where not ${isFinal(sql`m.status`)} and d.message_id = m.id) as reports
    from messages m where m.account_id = a.id
    order by m.accepted_at desc, m.id desc`;
  const deliveries = sql`
    select d.id, d.state, d.attempts, d.earlier_attempts, d.attempted_at, d.due_at from webhook_deliveries d
    where d.account_id = a.id order by d.created_at desc, d.id desc`;
  const endpoints = sql`
    select w.kind, w.number, w.name, w.url, w.event_types, w.shortcode, w.failing_since, w.paused_at
    from webhook_endpoints w where w.account_id = a.id`;
  const queueColumns = sql`r.message_id, r.held, r.attempts, r.paused_at`;
  return prepared(
    "account-changes",
    sql`select a.id as "accountId", a.balance_micros::text as balance,
      concat_ws(' ', ${sumOf(sql`r.id, r.status, r.status_at, r.reports`, messages)},
        ${sumOf(queueColumns, queued(sql`q.accepted_at desc, q.message_id desc`))},
        ${sumOf(queueColumns, queued(sql`q.accepted_at, q.message_id`))}) as messages,
      concat_ws(' ',
        ${sumOf(sql`r.id, r.state, r.attempts, r.earlier_attempts, r.attempted_at, r.due_at`, deliveries)},
        ${sumOf(sql`r.kind, r.number, r.name, r.url, r.event_types, r.shortcode, r.failing_since, r.paused_at`, endpoints)}) as deliveries,
      (select concat_ws(' ', i.id, (select y.due_at from rule_actions y where y.inbound_id = i.id))
        from inbound_messages i where i.account_id = a.id
        order by i.received_at desc, i.id desc limit 1) as inbox,
      (select l.id::text from activities l where l.account_id = a.id
        order by l.at desc, l.id desc limit 1) as settings
    from accounts a where a.id = any(${accountIds}::int[])`,
  );
}

/** A text that changes with the data of all accounts that administrators see. */
export type OfficeRow = { office: string };

/**
 * Returns the held messages of all accounts, by the index `message_queue_newest_held_idx`, whose condition this is.
 */
const held = (order: Sql) =>
  sql`select q.message_id from message_queue q where q.held::int = 1 order by ${order}`;

/**
 * Reads the newest action of any account, the newest incoming message without an account, the newest request of a
 * domain, and the two ends of the held messages.
 */
export function officeStatement(): Sql {
  // Planned each time: the best index depends on the number of messages without an account.
  return sql`select concat_ws(' ',
      (select l.id from activities l order by l.id desc limit 1),
      (select i.id from inbound_messages i where i.account_id is null
        order by i.received_at desc, i.id desc limit 1),
      (select d.requested_at from domain_requests d where d.state = 'pending'
        order by d.requested_at desc limit 1),
      ${sumOf(sql`r.message_id`, held(sql`q.accepted_at desc, q.message_id desc`))},
      ${sumOf(sql`r.message_id`, held(sql`q.accepted_at, q.message_id`))}) as office`;
}
