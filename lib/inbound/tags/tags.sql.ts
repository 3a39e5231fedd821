import { type Sql, sql } from "@/lib/db/sql";

/** The tags of a conversation as an array, by the key of `conversation_tags`. */
export function tagsOf(accountId: Sql, msisdn: Sql): Sql {
  return sql`array(select g.tag::text from conversation_tags g
      where g.account_id = ${accountId} and g.msisdn = ${msisdn} order by lower(g.tag))`;
}

/** Whether a conversation has a tag, whatever its capitals. */
export function hasTag(accountId: Sql, msisdn: Sql, tag: string): Sql {
  return sql`exists (select 1 from conversation_tags g where g.account_id = ${accountId}
      and lower(g.tag) = lower(${tag}::text) and g.msisdn = ${msisdn})`;
}

/** The numbers whose conversation has a tag, by `conversation_tags_account_id_tag_idx`. */
export function taggedNumbers(accountId: number, tag: string): Sql {
  return sql`select g.account_id, g.msisdn from conversation_tags g
      where g.account_id = ${accountId} and lower(g.tag) = lower(${tag}::text)`;
}

/** The tags of one conversation, in a row of its own. */
export function conversationTagsStatement(accountId: number, msisdn: string): Sql {
  return sql`select ${tagsOf(sql`${accountId}::int`, sql`${msisdn}::text`)} as tags`;
}

/**
 * The tags of an account, each once, up to `limit`. It looks at each once, by `conversation_tags_account_id_tag_idx`, and
 * not at all conversations that have it.
 */
export function accountTagsStatement(accountId: number, limit: number): Sql {
  return sql`
    with recursive known as (
      (select lower(t.tag) as key, t.tag::text from conversation_tags t where t.account_id = ${accountId}
        order by lower(t.tag) limit 1)
      union all
      select n.key, n.tag from known k cross join lateral (
        select lower(t.tag) as key, t.tag::text from conversation_tags t
        where t.account_id = ${accountId} and lower(t.tag) > k.key order by lower(t.tag) limit 1) n)
    select tag from known limit ${limit}`;
}

/**
 * What stands against a tag on a conversation: how many tags it has, whether this is one of them, and how the account
 * writes it, which is null where no conversation has it. No row for a number that has not written to the account. Its last
 * message stays until the transaction ends, so that no tag outlives it.
 */
export function placeForTagStatement(accountId: number, msisdn: string, tag: string): Sql {
  return sql`
    with last as materialized (
      select i.id from inbound_messages i where i.account_id = ${accountId} and i.msisdn = ${msisdn}
      order by i.received_at desc, i.id desc limit 1 for key share
    )
    select (select count(*)::int from conversation_tags g where g.account_id = ${accountId} and g.msisdn = ${msisdn}) as tags,
      ${hasTag(sql`${accountId}::int`, sql`${msisdn}::text`, tag)} as "hasIt",
      (select g.tag::text from conversation_tags g
        where g.account_id = ${accountId} and lower(g.tag) = lower(${tag}::text) limit 1) as "writtenAs"
    from last`;
}

export type PlaceForTag = { tags: number; hasIt: boolean; writtenAs: string | null };

/** Takes a tag off a conversation. Gives a row where it had the tag, with its spelling. */
export function removeTagStatement(accountId: number, msisdn: string, tag: string): Sql {
  return sql`
    delete from conversation_tags
    where account_id = ${accountId} and lower(tag) = lower(${tag}::text) and msisdn = ${msisdn} returning tag`;
}
