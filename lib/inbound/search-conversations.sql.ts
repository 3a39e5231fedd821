import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/base/values";
import { literal, NOTHING, type Sql, sql } from "@/lib/db/sql";
import { matches } from "@/lib/messages/search/search-messages.sql";
import type { SearchTerms } from "@/lib/messages/search/search-terms";

/** A number that wrote, and the latest of its found messages. */
export type FoundConversationRow = { number: string; text: string; at: Date };

/**
 * Searches the numbers that wrote to an account, the latest first. A whole number is looked up by
 * `inbound_messages_msisdn_idx`. The latest messages in are also read by
 * `inbound_messages_account_id_received_at_id_idx`.
 */
export function searchConversationsStatement(accountId: number, terms: SearchTerms, limit: number): Sql {
  const ofNumber =
    terms.msisdn === null
      ? NOTHING
      : sql`union (select i.id, i.msisdn, i.received_at, i.body from inbound_messages i
          where i.account_id = ${accountId} and i.msisdn = ${terms.msisdn}
          order by i.received_at desc, i.id desc limit 1)`;
  return sql`
    with found as (
      (select s.* from (
        select i.id, i.msisdn, i.received_at, i.body from inbound_messages i where i.account_id = ${accountId}
        order by i.received_at desc, i.id desc limit ${literal(MAX_SEARCHED_MESSAGES)}
      ) s where ${matches(sql`s.msisdn`, sql`s.body`, terms)})
      ${ofNumber}
    ), latest as (
      select distinct on (f.msisdn) f.* from found f order by f.msisdn, f.received_at desc, f.id desc
    )
    select l.msisdn as number, l.body as text, l.received_at as at from latest l
    order by l.received_at desc, l.id desc limit ${limit}`;
}
