import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Returns the tags of a conversation as an array, by the key of `conversation_tags`. */
export function tagsOf(accountId: Sql, msisdn: Sql): Sql {
  return sql`array(select g.tag::text from conversation_tags g
      where g.account_id = ${accountId} and g.msisdn = ${msisdn} order by lower(g.tag))`;
}

/** Returns the condition that a conversation has a tag, in upper or lower case. */
export function hasTag(accountId: Sql, msisdn: Sql, tag: Sql): Sql {
  return sql`exists (select 1 from conversation_tags g where g.account_id = ${accountId}
      and lower(g.tag) = lower(${tag}) and g.msisdn = ${msisdn})`;
}

/** Reads the numbers whose conversations have a tag, by `conversation_tags_account_id_tag_idx`. */
export function taggedNumbers(accountId: number, tag: string): Sql {
  return sql`select g.account_id, g.msisdn from conversation_tags g
      where g.account_id = ${accountId} and lower(g.tag) = lower(${tag}::text)`;
}

/** Reads the tags of one conversation in one row. */
export function conversationTagsStatement(accountId: number, msisdn: string): Sql {
  return sql`select ${tagsOf(sql`${accountId}::int`, sql`${msisdn}::text`)} as tags`;
}

/**
 * Reads the different tags of an account, up to `limit`. It reads one entry of `conversation_tags_account_id_tag_idx`
 * for each tag, and not every conversation that has the tag.
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

/** A tag to add to the conversation with a number. */
export type AskedTag = { msisdn: string; tag: string };

/**
 * The state of a conversation for a tag that is to be added. `isThere` is set if the number has written to the
 * account, and `hasIt` if the conversation has the tag. `tags` is the number of its tags. `writtenAs` is the
 * account's spelling, or null if no conversation has the tag. Tags with the same key are equal.
 */
export type PlaceForTag = AskedTag & {
  key: string;
  isThere: boolean;
  tags: number;
  hasIt: boolean;
  writtenAs: string | null;
};

/**
 * Reads a `PlaceForTag` for each requested tag, in their order. It locks the last messages of the numbers until the
 * transaction ends, so that no tag outlives its conversation.
 */
export function placesForTagsStatement(accountId: number, asked: readonly AskedTag[]): Sql {
  const account = sql`${accountId}::int`;
  return prepared(
    "places-for-tags",
    sql`
    with asked as materialized (
      select g.msisdn, g.tag, g.place
      from unnest(${asked.map(({ msisdn }) => msisdn)}::text[], ${asked.map(({ tag }) => tag)}::text[])
        with ordinality as g (msisdn, tag, place)
    ), written as materialized (
      select n.msisdn from (select distinct msisdn from asked) n cross join lateral (
        select i.id from inbound_messages i where i.account_id = ${account} and i.msisdn = n.msisdn
        order by i.received_at desc, i.id desc limit 1 for key share) i
    )
    select a.msisdn, a.tag, lower(a.tag) as key, a.msisdn in (select w.msisdn from written w) as "isThere",
      (select count(*)::int from conversation_tags g where g.account_id = ${account} and g.msisdn = a.msisdn) as tags,
      ${hasTag(account, sql`a.msisdn`, sql`a.tag`)} as "hasIt",
      (select g.tag::text from conversation_tags g
        where g.account_id = ${account} and lower(g.tag) = lower(a.tag) limit 1) as "writtenAs"
    from asked a order by a.place`,
  );
}

/** Removes a tag from a conversation. Returns a row with the tag's spelling if the conversation had it. */
export function removeTagStatement(accountId: number, msisdn: string, tag: string): Sql {
  return sql`
    delete from conversation_tags
    where account_id = ${accountId} and lower(tag) = lower(${tag}::text) and msisdn = ${msisdn} returning tag`;
}
