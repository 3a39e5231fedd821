import { type Sql, sql } from "@/lib/db/sql";

export type ListRow = { id: string; name: string; contacts: number };

/** Reads an account's lists, by `contact_lists_account_id_name_idx`. */
export function listsStatement(accountId: number, limit: number): Sql {
  return sql`
    select id, name, members as contacts from contact_lists where account_id = ${accountId} limit ${limit}`;
}

/** Reads the account's list with this name, in upper or lower case. */
export function listNamedStatement(accountId: number, name: string): Sql {
  return sql`
    select id, name, members as contacts from contact_lists
    where account_id = ${accountId} and lower(name) = lower(${name}::text)`;
}

/** Counts an account's lists, and the memberships in all of them. */
export function countListsStatement(accountId: number): Sql {
  return sql`
    select count(*)::int as lists, coalesce(sum(members), 0)::int as places
    from contact_lists where account_id = ${accountId}`;
}

/** Adds contacts to a list and updates its count. Returns one row: the number of contacts that were not in it. */
export function joinListStatement(list: string, contactIds: readonly string[]): Sql {
  return sql`
    with added as (
      insert into contact_list_members (list_id, contact_id)
      select ${list}::uuid, g.id from unnest(${[...contactIds]}::uuid[]) as g (id)
      on conflict do nothing returning 1),
    counted as (
      update contact_lists set members = members + (select count(*)::int from added) where id = ${list}::uuid)
    select count(*)::int as count from added`;
}

/** Removes contacts from a list and updates its count. Returns one row: the number of contacts that were in it. */
export function leaveListStatement(list: string, contactIds: readonly string[]): Sql {
  return sql`
    with gone as (
      delete from contact_list_members m
      where m.list_id = ${list}::uuid and m.contact_id = any(${[...contactIds]}::uuid[]) returning 1),
    counted as (
      update contact_lists set members = members - (select count(*)::int from gone) where id = ${list}::uuid)
    select count(*)::int as count from gone`;
}
