import { taggedNumbers } from "@/lib/contacts/tags/tags.sql";
import { countedStatement, ROWS_READ } from "@/lib/db/counted.sql";
import { distinctValues } from "@/lib/db/distinct.sql";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import type { ConversationFilter } from "@/lib/inbound/list-inbound.sql";

/**
 * Counts the conversations of a filter, as a `CountedRow`. Each number that has written is looked up once, by
 * `inbound_messages_msisdn_idx`, for any number of its messages. With a tag, the numbers are looked up by
 * `conversation_tags_account_id_tag_idx`. No more numbers are read than are counted.
 */
export function countConversationsStatement(accountId: number, { number, tag }: ConversationFilter): Sql {
  const written = (whose: Sql) => sql`
    exists (select 1 from inbound_messages i where i.account_id = ${accountId} and i.msisdn = ${whose} offset 0)`;
  if (tag !== null) {
    const isNumber = number === null ? NOTHING : sql`where t.msisdn = ${number}`;
    const rows = sql`from (${taggedNumbers(accountId, tag)}) t ${isNumber}`;
    return countedStatement({ rows, order: sql`order by t.msisdn` }, sql`and ${written(sql`t.msisdn`)}`);
  }
  if (number !== null) return sql`select (${written(sql`${number}::text`)})::int as count, false as "isMore"`;
  return sql`
    with ${distinctValues(sql`inbound_messages`, sql`msisdn`, sql`account_id = ${accountId}`)}
    select count(*)::int as count, count(*) = ${ROWS_READ} as "isMore" from (select from found limit ${ROWS_READ}) f`;
}
