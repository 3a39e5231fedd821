import type { NamePlace } from "@/lib/contracts/members/cursor";
import { beyond, nearestFirst, type Stretch, type StretchOf } from "@/lib/db/keyset.sql";
import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The values of a contact's fields by the fields' keys. */
export type FieldValues = Record<string, string>;

/** A contact as it is stored. */
export type StoredContact = { id: string; msisdn: string; name: string; fields: FieldValues };

export type ContactRow = StoredContact & {
  at: Date;
  optedOut: boolean;
  /** The names of the first few lists that it is in, and how many it is in. */
  lists: string[];
  inLists: number;
};

/** Which contacts: any part of a name, or digits that a number has somewhere; and the list that they are in. */
export type Which = { name?: string | undefined; digits?: string | undefined; list?: string | undefined };

/** How many of a contact's lists are named. */
export const LISTS_NAMED = 3;

/** Looks up whether a contact `c` has opted out, as `b.active`: one by one, whatever number the planner expects. */
export const LOOK_UP_BLOCKED = sql`
  left join lateral (
    select active from blocked_numbers where account_id = c.account_id and msisdn = c.msisdn offset 0) b on true`;

const PLACE = { at: sql`c.created_at`, id: sql`c.id` };

/** The condition on what is searched, with `and` in front. */
function matches({ name, digits }: Which): Sql {
  const conditions = [
    ...(name === undefined ? [] : [sql`strpos(lower(c.name), lower(${name})) > 0`]),
    ...(digits === undefined ? [] : [sql`strpos(c.msisdn, ${digits}) > 0`]),
  ];
  const [first, second] = conditions;
  if (first === undefined) return NOTHING;
  return second === undefined ? sql`and ${first}` : sql`and (${first} or ${second})`;
}

/** By `contacts_account_id_created_at_id_idx`, which has what is searched: nothing else is read. */
function ofAccount(accountId: number, which: Which, stretch: Stretch): Sql {
  return sql`
    select c.id from contacts c where c.account_id = ${accountId} ${matches(which)}
      ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)}`;
}

/** By `contacts_account_id_name_id_idx`, which has what is searched: nothing else is read. A name's capitals do not count. */
function byName(accountId: number, which: Which, { place, direction, limit }: StretchOf<NamePlace>): Sql {
  const isOlder = direction === "older";
  const there = sql`(lower(${place?.name}::text), ${place?.id}::uuid)`;
  const side = isOlder
    ? sql`and (lower(c.name), c.id) < ${there}`
    : sql`and (lower(c.name), c.id) > ${there}`;
  return sql`
    select c.id from contacts c where c.account_id = ${accountId} ${matches(which)} ${place === null ? NOTHING : side}
    ${isOlder ? sql`order by lower(c.name) desc, c.id desc` : sql`order by lower(c.name), c.id`} limit ${limit}`;
}

/** By the primary key of memberships, in the order of the contacts' ids, which is that in which they were added. */
function ofList(list: string, which: Which, { place, direction, limit }: Stretch): Sql {
  const isOlder = direction === "older";
  const side = isOlder
    ? sql`and m.contact_id < ${place?.id}::uuid`
    : sql`and m.contact_id > ${place?.id}::uuid`;
  return sql`
    select m.contact_id as id from contact_list_members m
    cross join lateral (select msisdn, name from contacts where id = m.contact_id offset 0) c
    where m.list_id = ${list}::uuid ${matches(which)} ${place === null ? NOTHING : side}
    order by m.contact_id ${isOlder ? sql`desc` : NOTHING} limit ${limit}`;
}

/** A stretch of an account's contacts, or of those of one of its lists, nearest to its place first. */
export function contactsStatement(accountId: number, which: Which, stretch: Stretch): Sql {
  return contactsOf(
    which.list === undefined ? ofAccount(accountId, which, stretch) : ofList(which.list, which, stretch),
  );
}

/** The same of an account by their names. */
export function contactsByNameStatement(
  accountId: number,
  which: Omit<Which, "list">,
  stretch: StretchOf<NamePlace>,
): Sql {
  return contactsOf(byName(accountId, which, stretch));
}

/** Contacts as `ContactRow`, in the order of their ids. */
function contactsOf(page: Sql): Sql {
  return sql`
    select c.id, c.created_at as at, c.msisdn, c.name, c.fields, coalesce(b.active, false) as "optedOut",
      array(
        select l.name from contact_list_members m join contact_lists l on l.id = m.list_id
        where m.contact_id = c.id order by lower(l.name) limit ${LISTS_NAMED}) as lists,
      (select count(*)::int from contact_list_members m where m.contact_id = c.id) as "inLists"
    from (select id, row_number() over () as place from (${page}) found) p
    cross join lateral (select * from contacts where id = p.id offset 0) c
    ${LOOK_UP_BLOCKED}
    order by p.place`;
}

/** Adds a contact and counts it: one row, unless the account has the number. */
export function addContactStatement(accountId: number, contact: StoredContact, now: Date): Sql {
  return sql`
    with added as (
      insert into contacts (id, account_id, msisdn, name, fields, created_at)
      values (${contact.id}::uuid, ${accountId}, ${contact.msisdn}, ${contact.name},
        ${JSON.stringify(contact.fields)}::jsonb, ${now}::timestamptz)
      on conflict (account_id, msisdn) do nothing returning account_id),
    counted as (
      update contact_books b set contacts = b.contacts + 1 from added where b.account_id = added.account_id)
    select 1 from added`;
}

/** Writes a contact of an account anew: one row where there is such a contact. */
export function changeContactStatement(accountId: number, contact: StoredContact): Sql {
  return sql`
    update contacts set msisdn = ${contact.msisdn}, name = ${contact.name},
      fields = ${JSON.stringify(contact.fields)}::jsonb
    where id = ${contact.id}::uuid and account_id = ${accountId} returning 1`;
}

/** The id of the contact that has a number. */
export function contactOfStatement(accountId: number, msisdn: string): Sql {
  return sql`select id from contacts where account_id = ${accountId} and msisdn = ${msisdn}`;
}

/** Which of these are contacts of the account, one by one by their keys. */
export function ownContactsStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select c.id from (select distinct id from unnest(${[...ids]}::uuid[]) as g (id)) g
    cross join lateral (select id, account_id from contacts where id = g.id offset 0) c
    where c.account_id = ${accountId}`;
}

/** Takes contacts out of all lists, and counts these anew. */
export function leaveListsStatement(ids: readonly string[]): Sql {
  return sql`
    with gone as (
      delete from contact_list_members m
      using (
        select o.list_id, o.contact_id from unnest(${[...ids]}::uuid[]) as g (id)
        cross join lateral (
          select list_id, contact_id from contact_list_members where contact_id = g.id offset 0) o) d
      where ${hasKey(sql`m.list_id, m.contact_id`, sql`d.list_id, d.contact_id`)}
      returning m.list_id)
    update contact_lists l set members = l.members - g.many
    from (select list_id, count(*)::int as many from gone group by list_id) g where l.id = g.list_id`;
}

/** Removes contacts that are in no list, and counts the others anew. */
export function removeContactsStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    with gone as (
      delete from contacts c using unnest(${[...ids]}::uuid[]) as g (id)
      where ${hasKey(sql`c.id`, sql`g.id`)} and c.account_id = ${accountId} returning 1)
    update contact_books set contacts = contacts - (select count(*)::int from gone)
    where account_id = ${accountId}`;
}

/** Contacts of an account behind a number, in the order of numbers, as a file has them. */
export function contactsAfterStatement(accountId: number, which: Which, after: string, limit: number): Sql {
  return sql`
    select c.id, c.msisdn, c.name, c.fields, coalesce(b.active, false) as "optedOut"
    from contacts c ${LOOK_UP_BLOCKED}
    where c.account_id = ${accountId} and c.msisdn > ${after} ${matches(which)}
    order by c.msisdn limit ${limit}`;
}

/** Contacts of a list behind an id, in the order of ids, as a file has them. */
export function membersAfterStatement(
  which: Which & { list: string },
  after: string | null,
  limit: number,
): Sql {
  return sql`
    select c.id, c.msisdn, c.name, c.fields, coalesce(b.active, false) as "optedOut"
    from contact_list_members m
    cross join lateral (select * from contacts where id = m.contact_id offset 0) c
    ${LOOK_UP_BLOCKED}
    where m.list_id = ${which.list}::uuid ${matches(which)}
      ${after === null ? NOTHING : sql`and m.contact_id > ${after}::uuid`}
    order by m.contact_id limit ${limit}`;
}
