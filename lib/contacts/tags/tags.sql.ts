import { prepared, type Sql, sql } from "@/lib/db/sql";

/** The tags of a conversation as an array, by the key of `conversation_tags`. */
export function tagsOf(accountId: Sql, msisdn: Sql): Sql {
  return sql`array(select g.tag::text from conversation_tags g
      where g.account_id = ${accountId} and g.msisdn = ${msisdn} order by lower(g.tag))`;
}

/** Whether a conversation has a tag, whatever its capitals. */
export function hasTag(accountId: Sql, msisdn: Sql, tag: Sql): Sql {
  return sql`exists (select 1 from conversation_tags g where g.account_id = ${accountId}
      and lower(g.tag) = lower(${tag}) and g.msisdn = ${msisdn})`;
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

/** A tag that is asked for on the conversation with a number. */
export type AskedTag = { msisdn: string; tag: string };

/**
 * What stands against a tag on a conversation: whether the number has written to the account, how many tags the conversation
 * has, whether this is one of them, and how the account writes it, which is null where no conversation has it. Tags with
 * the same key are the same.
 */
export type PlaceForTag = AskedTag & {
  key: string;
  isThere: boolean;
  tags: number;
  hasIt: boolean;
  writtenAs: string | null;
};

/**
 * Gives a `PlaceForTag` for each tag that is asked for, in their order. The last messages of the numbers stay until the
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

/** Takes a tag off a conversation. Gives a row where it had the tag, with its spelling. */
export function removeTagStatement(accountId: number, msisdn: string, tag: string): Sql {
  return sql`
    delete from conversation_tags
    where account_id = ${accountId} and lower(tag) = lower(${tag}::text) and msisdn = ${msisdn} returning tag`;
}
