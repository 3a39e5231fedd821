import type { MessageFilter, MessageState } from "@/lib/contracts/members/messages";
import { MESSAGE_ID_LENGTH } from "@/lib/contracts/send";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { isId } from "@/lib/ids";
import { beyond, nearestFirst, type Stretch } from "@/lib/messages/keyset";
import { normaliseMsisdn } from "@/lib/sms/msisdn";

const SORTED_BY = { at: sql`m.accepted_at`, id: sql`m.id` };
const FOUND_BY = { at: sql`f.accepted_at`, id: sql`f.id` };

/**
 * Messages of an account that a filter lets through, nearest to the stretch's place first.
 *
 * Each way to read what was searched for is looked up by its own index, the first `limit` of each at most: the id by
 * the primary key, the number by `messages_msisdn_accepted_at_idx`, the account's own id by
 * `messages_customer_message_id_idx`. Without a search it is the account's list by time, or, by a status that few
 * messages have, `messages_undelivered_idx`. A rate code has no index: it is looked for along the account's list.
 * @param columns of `messages m`.
 */
export function listStatement(
  columns: Sql,
  accountId: number,
  filter: MessageFilter,
  stretch: Stretch,
  now: Date,
  joins: Sql = NOTHING,
): Sql {
  const branches = searches(filter.search ?? "").map(
    (searched) => sql`
      (select m.id, m.accepted_at from messages m
        where m.account_id = ${accountId} ${searched} ${conditions(filter, now)} ${beyond(SORTED_BY, stretch)}
        ${nearestFirst(SORTED_BY, stretch)})`,
  );
  const found = branches.reduce((all, branch) => sql`${all} union ${branch}`);
  return sql`
    with found as (${found}), page as (select f.id, f.accepted_at from found f ${nearestFirst(FOUND_BY, stretch)})
    select ${columns} from page f join messages m on m.id = f.id ${joins}
    ${nearestFirst(FOUND_BY, stretch)}`;
}

/** The conditions, with `and` in front, by which a text may be what is searched for: an id, a number, an own id. */
function searches(search: string): Sql[] {
  if (search === "") return [NOTHING];
  const msisdn = normaliseMsisdn(search);
  return [
    ...(isId(search) ? [sql`and m.id = ${search}::uuid`] : []),
    ...(msisdn === null ? [] : [sql`and m.msisdn = ${msisdn}`]),
    // Any text may be an own id, of digits alone too.
    sql`and m.customer_message_id = ${search.slice(0, MESSAGE_ID_LENGTH + 1)}`,
  ];
}

function conditions({ status, rateCode, start, end }: MessageFilter, now: Date): Sql {
  return sql`
    ${status === undefined ? NOTHING : inState(status, now)}
    ${rateCode === undefined ? NOTHING : tagged(rateCode)}
    ${start === undefined ? NOTHING : sql`and m.accepted_at >= ${start}::timestamptz`}
    ${end === undefined ? NOTHING : sql`and m.accepted_at <= ${end}::timestamptz`}`;
}

/** As billing has it: `untagged` selects sends without a code (spec 4.7). */
function tagged(rateCode: string): Sql {
  return rateCode === "untagged" ? sql`and m.rate_code is null` : sql`and m.rate_code = ${rateCode}`;
}

/** Written out where a partial index serves, since only then the planner sees it. Mirrors `messageState`. */
function inState(state: MessageState, now: Date): Sql {
  switch (state) {
    case "DELIVRD":
      return sql`and m.status = 'DELIVRD'`;
    case "HELD":
      return sql`and m.status = 'PENDING' and m.status <> 'DELIVRD' and m.held_hosts <> '{}'`;
    case "NIGHT":
      return sql`and m.status = 'PENDING' and m.status <> 'DELIVRD' and m.held_hosts = '{}'
        and m.due_at > ${now}::timestamptz and m.first_tried_at is null`;
    default:
      return sql`and m.status = ${state}::delivery_status and m.status <> 'DELIVRD'`;
  }
}
