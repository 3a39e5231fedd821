import { prepared, type Sql, sql } from "@/lib/db/sql";

/** Locks an account's contacts like `lockBookStatement`, or returns no row if they are locked. */
export function tryLockBookStatement(accountId: number): Sql {
  return sql`select contacts from contact_books where account_id = ${accountId} for update skip locked`;
}

/** Reads the account's contacts with these numbers, one by one by their keys. */
export function contactsOfStatement(accountId: number, msisdns: readonly string[]): Sql {
  return prepared(
    "contacts-of-numbers",
    sql`
    select c.id, c.msisdn from (select distinct msisdn from unnest(${[...msisdns]}::text[]) as g (msisdn)) g
    cross join lateral (
      select id, msisdn from contacts where account_id = ${accountId}::int and msisdn = g.msisdn offset 0) c`,
  );
}

/** Reads the account's lists among the given ones, one by one by their keys. */
export function ownListsStatement(accountId: number, lists: readonly string[]): Sql {
  return prepared(
    "contact-lists-of-ids",
    sql`
    select l.id, l.name from (select distinct id from unnest(${[...lists]}::uuid[]) as g (id)) g
    cross join lateral (select id, name, account_id from contact_lists where id = g.id offset 0) l
    where l.account_id = ${accountId}::int`,
  );
}

/** A contact that is in a list. */
export type Membership = { list: string; contact: string };

/** Reads the existing memberships among the given ones, one by one by their keys. */
export function membershipsStatement(memberships: readonly Membership[]): Sql {
  return prepared(
    "contact-memberships",
    sql`
    select m.list_id as list, m.contact_id as contact
    from (
      select distinct * from unnest(
        ${memberships.map(({ list }) => list)}::uuid[], ${memberships.map(({ contact }) => contact)}::uuid[]
      ) as g (list, contact)) g
    cross join lateral (
      select list_id, contact_id from contact_list_members
      where list_id = g.list and contact_id = g.contact offset 0) m`,
  );
}

/**
 * Inserts contacts that are numbers without names, and counts them. The account has no contact with these numbers.
 */
export function addNumbersStatement(
  accountId: number,
  contacts: readonly { id: string; msisdn: string }[],
  now: Date,
): Sql {
  return prepared(
    "contacts-add-numbers",
    sql`
    with added as (
      insert into contacts (id, account_id, msisdn, created_at)
      select g.id, ${accountId}::int, g.msisdn, ${now}::timestamptz
      from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ msisdn }) => msisdn)}::text[])
        as g (id, msisdn)
      returning 1)
    update contact_books set contacts = contacts + (select count(*)::int from added)
    where account_id = ${accountId}::int`,
  );
}
