import { type FieldValues, LOOK_UP_BLOCKED } from "@/lib/contacts/contacts.sql";
import { type Sql, sql } from "@/lib/db/sql";

/** A list that a send goes to, and the number of its contacts. */
export type SendListRow = { id: string; name: string; contacts: number };

/** Reads the account's lists among the given ones, one by one by their keys. */
export function sendListsStatement(accountId: number, lists: readonly string[]): Sql {
  return sql`
    select l.id, l.name, l.members as contacts
    from (select distinct id from unnest(${[...lists]}::uuid[]) as g (id)) g
    cross join lateral (select * from contact_lists where id = g.id offset 0) l
    where l.account_id = ${accountId} order by lower(l.name)`;
}

/** Returns the contacts of lists as `c`, each once, and their opt-outs as `b`. */
function chosen(lists: readonly string[]): Sql {
  return sql`
    (select distinct m.contact_id from contact_list_members m where m.list_id = any(${[...lists]}::uuid[])) g
    cross join lateral (select * from contacts where id = g.contact_id offset 0) c
    ${LOOK_UP_BLOCKED}`;
}

/** The number of different contacts in lists, and the number of those that have opted out. */
export type MemberCounts = { contacts: number; optedOut: number };

export function countMembersStatement(lists: readonly string[]): Sql {
  return sql`
    select count(*)::int as contacts, (count(*) filter (where b.active))::int as "optedOut" from ${chosen(lists)}`;
}

/** A contact that a send goes to. */
export type Member = { msisdn: string; name: string; fields: FieldValues };

/** Reads the contacts of lists that have not opted out, in the order of creation. */
export function membersStatement(lists: readonly string[], limit: number): Sql {
  return sql`
    select c.msisdn, c.name, c.fields from ${chosen(lists)}
    where b.active is not true order by c.id limit ${limit}`;
}
