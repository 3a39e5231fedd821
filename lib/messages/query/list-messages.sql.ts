import { MESSAGE_ID_LENGTH } from "@/lib/contracts/base/values";
import type { MessageFilter } from "@/lib/contracts/members/messages";
import { beyond, nearestFirst, type Stretch } from "@/lib/db/keyset.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { isId } from "@/lib/ids";
import { withOutcome } from "@/lib/messages/sends/outcome.sql";
import {
  ALL_MESSAGES,
  joinMessage,
  LEFT_JOIN_QUEUE,
  type Source,
  sentTogether,
  sourceFor,
} from "@/lib/queue/message-queue.sql";
import {
  hasStatus,
  isFailed,
  LEFT_JOIN_INTERIM,
  STATUS,
  STATUS_AT,
  STATUS_CODE,
} from "@/lib/queue/status.sql";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { NZ_ZONE } from "@/lib/sms/nz-time";

/** Joins the other rows that determine a message's state. */
export const LEFT_JOIN_STATE = sql`${LEFT_JOIN_QUEUE} ${LEFT_JOIN_INTERIM}`;

/** The columns of `StateFacts`, from `messages m` with `LEFT_JOIN_STATE`. */
export const STATE_COLUMNS = sql`${STATUS} as status, m.held_hosts as "heldHosts", u.due_at as "dueAt",
  u.first_tried_at as "firstTriedAt", m.send_at as "sendAt", u.paused_at as "pausedAt"`;

/** The columns of a `ListedRow`, without the encrypted text of a one-time code. */
export const LISTED_COLUMNS = sql`m.id, m.accepted_at as at, m.msisdn as to, m.sender as from, m.body as text,
  m.send_type as "sendType", m.parts, m.customer_message_id as "ownId", m.rate_code as "rateCode", ${STATE_COLUMNS}`;

/** The columns of an `ExportedRow`, with `JOIN_PRICES`. */
export const EXPORTED_COLUMNS = sql`${LISTED_COLUMNS}, m.message_class as "messageClass", m.encoding,
  ${STATUS_CODE} as "statusCode", ${STATUS_AT} as "statusAt", m.blocked_reason as "blockedReason",
  case when r.id is null then coalesce(e.net_micros, 0) else 0 end as "netMicros",
  case when r.id is null then coalesce(e.gst_micros, 0) else 0 end as "gstMicros"`;

/**
 * Joins the deduction `e` by `ledger_entries_deduction_key`, and its reversal `r` by
 * `ledger_entries_reverses_id_key`.
 */
export const JOIN_PRICES = sql`
  left join ledger_entries e on e.message_id = m.id and e.kind = 'deduction'
  left join ledger_entries r on r.reverses_id = e.id`;

/** A part of an account's messages, and its columns. */
export type MessageList = {
  /** Columns of `messages m` with `LEFT_JOIN_STATE`, and of `joins`. */
  columns: Sql;
  accountId: number;
  filter: MessageFilter;
  stretch: Stretch;
  now: Date;
  joins?: Sql;
};

const FOUND_BY = { at: sql`f.accepted_at`, id: sql`f.id` };

/**
 * Reads an account's messages that match a filter, the nearest to the stretch's position first.
 *
 * Each meaning of a search has an index, by which at most `limit` rows are read. An id is looked up by the primary
 * key, a number by `messages_msisdn_accepted_at_idx`, and the account's own id by `messages_customer_message_id_idx`.
 * Without a search, rows are read along the account's list by time. Rare statuses are read by `messages_failed_idx`,
 * and those before the end by the account's part of `message_queue`. Messages of a bulk send are looked up by their
 * keys. A rate code is read by `messages_rate_code_idx`. Messages without one are read along the list, within the
 * days that have any.
 */
export function listStatement({
  columns,
  accountId,
  filter,
  stretch,
  now,
  joins = NOTHING,
}: MessageList): Sql {
  const source = sourceOf(filter);
  const days = areUntagged(filter) ? onUntaggedDays(accountId) : NOTHING;
  const branches = searches(filter.search).map(
    (searched) => sql`
      (select m.id, ${source.at} as accepted_at from ${source.from}
        where ${source.accountId} = ${accountId} ${searched} ${days} ${conditions(source, filter, now)} ${beyond(source, stretch)}
        ${nearestFirst(source, stretch)})`,
  );
  const found = branches.reduce((all, branch) => sql`${all} union ${branch}`);
  return sql`
    with found as (${found}), page as (select f.id, f.accepted_at from found f ${nearestFirst(FOUND_BY, stretch)})
    select ${columns} from page f ${joinMessage(sql`f.id`)} ${LEFT_JOIN_STATE} ${joins}
    ${nearestFirst(FOUND_BY, stretch)}`;
}

/** Returns whether messages without a rate code are read along the account's list. */
function areUntagged(filter: MessageFilter): boolean {
  const { rateCode, search = "", status } = filter;
  const isRare = status !== undefined && isFailed(status);
  return rateCode === "untagged" && search === "" && !isRare && sourceOf(filter) === ALL_MESSAGES;
}

/**
 * Returns the condition, with `and` in front, that limits messages to the New Zealand days on which messages without
 * a rate code were billed. Otherwise the whole list of an account that sets a code for each message would be read.
 * Templates without a code are billed under one of their kind.
 */
function onUntaggedDays(accountId: number): Sql {
  const days = sql`from billing_days d where d.account_id = ${accountId} and (d.rate_code = '' or d.send_type <> 'sms')`;
  return sql`and m.accepted_at >= (select min(d.day)::timestamp at time zone ${NZ_ZONE} ${days})
    and m.accepted_at < (select (max(d.day) + 1)::timestamp at time zone ${NZ_ZONE} ${days})`;
}

/** Returns the table that messages of a filter are read from. */
export function sourceOf({ send, status, search = "" }: MessageFilter): Source {
  if (send) return sentTogether(send);
  return search === "" ? sourceFor(status) : ALL_MESSAGES;
}

/** Returns a condition, with `and` in front, for each meaning of a search: an id, a number, the account's own id. */
export function searches(search = ""): Sql[] {
  if (search === "") return [NOTHING];
  const msisdn = normaliseMsisdn(search);
  return [
    ...(isId(search) ? [sql`and m.id = ${search}::uuid`] : []),
    ...(msisdn === null ? [] : [sql`and m.msisdn = ${msisdn}`]),
    // Any text may be an own id, also one of digits alone.
    sql`and m.customer_message_id = ${search.slice(0, MESSAGE_ID_LENGTH + 1)}`,
  ];
}

function conditions(source: Source, filter: MessageFilter, now: Date): Sql {
  return sql`${inState(source, filter, now)} ${tagged(filter)} ${withOutcome(filter)} ${within(source, filter)}`;
}

/** Returns the condition, with `and` in front, on a filter's dates. */
export function within({ at }: Source, { start, end }: MessageFilter): Sql {
  return sql`
    ${start === undefined ? NOTHING : sql`and ${at} >= ${start}::timestamptz`}
    ${end === undefined ? NOTHING : sql`and ${at} <= ${end}::timestamptz`}`;
}

/**
 * Returns the condition, with `and` in front, on the rate code. As in billing, `untagged` selects sends without a
 * code (rules: rate codes).
 */
export function tagged({ rateCode }: MessageFilter): Sql {
  if (rateCode === undefined) return NOTHING;
  return rateCode === "untagged" ? sql`and m.rate_code is null` : sql`and m.rate_code = ${rateCode}`;
}

/** Returns the condition, with `and` in front, on the state. Mirrors `messageState`. */
export function inState(source: Source, { status }: MessageFilter, now: Date): Sql {
  switch (status) {
    case undefined:
      return NOTHING;
    case "HELD":
      return sql`and u.held and u.paused_at is null`;
    case "PAUSED":
      return sql`and u.paused_at is not null`;
    case "NIGHT":
      return sql`and m.send_at is null ${waitsForItsTime(now)}`;
    case "SCHEDULED":
      return sql`and m.send_at is not null ${waitsForItsTime(now)}`;
    default:
      return hasStatus(status, source);
  }
}

function waitsForItsTime(now: Date): Sql {
  return sql`and m.status = 'PENDING' and u.due_at > ${now}::timestamptz and u.first_tried_at is null`;
}
