import type { NamePlace } from "@/lib/contracts/members/cursor";
import { beyond, nearestFirst, type Stretch, type StretchOf } from "@/lib/db/keyset.sql";
import { hasKey, NOTHING, type Sql, sql } from "@/lib/db/sql";

/** The values of a contact's fields, by the keys of the fields. */
export type FieldValues = Record<string, string>;

/** A contact as it is stored. */
export type StoredContact = { id: string; msisdn: string; name: string; fields: FieldValues };

export type ContactRow = StoredContact & {
  at: Date;
  optedOut: boolean;
  /** The names of the contact's first few lists, and the number of all its lists. */
  lists: string[];
  inLists: number;
};

/** The filter of contacts: a part of a name, or digits anywhere in a number, and a list. */
export type Which = { name?: string | undefined; digits?: string | undefined; list?: string | undefined };

/** The most lists of a contact that are named. */
export const LISTS_NAMED = 3;

/**
 * Looks up whether a contact `c` has opted out, as `b.active`. The `offset` makes the planner look up one row at a
 * time for any expected number.
 */
export const LOOK_UP_BLOCKED = sql`
  left join lateral (
    select active from blocked_numbers where account_id = c.account_id and msisdn = c.msisdn offset 0) b on true`;

const PLACE = { at: sql`c.created_at`, id: sql`c.id` };

/** Returns the condition of a search, with `and` in front. */
function matches({ name, digits }: Which): Sql {
  const conditions = [
    ...(name === undefined ? [] : [sql`strpos(lower(c.name), lower(${name})) > 0`]),
    ...(digits === undefined ? [] : [sql`strpos(c.msisdn, ${digits}) > 0`]),
  ];
  const [first, second] = conditions;
  if (first === undefined) return NOTHING;
  return second === undefined ? sql`and ${first}` : sql`and (${first} or ${second})`;
}

/**
 * Reads ids by `contacts_account_id_created_at_id_idx`. The index has the searched columns, so the table is not read.
 */
function ofAccount(accountId: number, which: Which, stretch: Stretch): Sql {
  return sql`
    select c.id from contacts c where c.account_id = ${accountId} ${matches(which)}
      ${beyond(PLACE, stretch)} ${nearestFirst(PLACE, stretch)}`;
}

/**
 * Reads ids by `contacts_account_id_name_id_idx`, which ignores the case of names. The index has the searched
 * columns, so the table is not read.
 */
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

/** Reads ids by the primary key of memberships, in the order of the contacts' ids, which is the order of creation. */
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

/** Reads a stretch of the contacts of an account or of one of its lists, the nearest to its position first. */
export function contactsStatement(accountId: number, which: Which, stretch: Stretch): Sql {
  return contactsOf(
    which.list === undefined ? ofAccount(accountId, which, stretch) : ofList(which.list, which, stretch),
  );
}

/** Reads a stretch of an account's contacts, sorted by name. */
export function contactsByNameStatement(
  accountId: number,
  which: Omit<Which, "list">,
  stretch: StretchOf<NamePlace>,
): Sql {
  return contactsOf(byName(accountId, which, stretch));
}

/** Returns the statement that reads contacts as `ContactRow`, in the order of `page`. */
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

/** Inserts a contact and counts it. Returns a row, or none if the account already has the number. */
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

/** Replaces the values of an account's contact. Returns a row if the contact exists. */
export function changeContactStatement(accountId: number, contact: StoredContact): Sql {
  return sql`
    update contacts set msisdn = ${contact.msisdn}, name = ${contact.name},
      fields = ${JSON.stringify(contact.fields)}::jsonb
    where id = ${contact.id}::uuid and account_id = ${accountId} returning 1`;
}

/** Reads the id of the contact with a number. */
export function contactOfStatement(accountId: number, msisdn: string): Sql {
  return sql`select id from contacts where account_id = ${accountId} and msisdn = ${msisdn}`;
}

/** Reads the ids of the account's contacts among the given ones, one by one by their keys. */
export function ownContactsStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    select c.id from (select distinct id from unnest(${[...ids]}::uuid[]) as g (id)) g
    cross join lateral (select id, account_id from contacts where id = g.id offset 0) c
    where c.account_id = ${accountId}`;
}

/** Removes contacts from all lists, and updates the counts of the lists. */
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

/** Removes contacts that are in no list, and updates the count of contacts. */
export function removeContactsStatement(accountId: number, ids: readonly string[]): Sql {
  return sql`
    with gone as (
      delete from contacts c using unnest(${[...ids]}::uuid[]) as g (id)
      where ${hasKey(sql`c.id`, sql`g.id`)} and c.account_id = ${accountId} returning 1)
    update contact_books set contacts = contacts - (select count(*)::int from gone)
    where account_id = ${accountId}`;
}

/** Reads an account's contacts after a number, sorted by number, for a file. */
export function contactsAfterStatement(accountId: number, which: Which, after: string, limit: number): Sql {
  return sql`
    select c.id, c.msisdn, c.name, c.fields, coalesce(b.active, false) as "optedOut"
    from contacts c ${LOOK_UP_BLOCKED}
    where c.account_id = ${accountId} and c.msisdn > ${after} ${matches(which)}
    order by c.msisdn limit ${limit}`;
}

/** Reads a list's contacts after an id, sorted by id, for a file. */
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
