import { type Sql, sql } from "@/lib/db/sql";

/** What an account costs its cell: its messages of the last days, and about how many rows it has there. */
export type LoadRow = {
  id: number;
  hasAccount: boolean;
  messages: number;
  rows: number;
};

/** Which accounts and people are read: so many from behind an id. */
type Page = { after: number; limit: number };

/** From which New Zealand days on messages count, and from which on they count as rows. */
type Days = { since: string; rowsSince: string };

/**
 * A page of a cell's accounts and people with what they cost, as `LoadRow`, by their ids. Read from the day sums and the count
 * of contacts: messages are not looked at.
 */
export function loadsStatement({ after, limit }: Page, { since, rowsSince }: Days): Sql {
  return sql`
    select a.id, a.has_account as "hasAccount", greatest(coalesce(d.messages, 0), 0)::float8 as messages,
      (greatest(coalesce(d.rows, 0), 0) + coalesce(b.contacts, 0))::float8 as rows
    from (select id, has_account from accounts where id > ${after}::int order by id limit ${limit} offset 0) a
    left join lateral (
      select sum(k.messages) filter (where k.day >= ${since}::date) as messages, sum(k.messages) as rows
      from billing_days k where k.account_id = a.id and k.day >= ${rowsSince}::date offset 0) d on true
    left join contact_books b on b.account_id = a.id
    order by a.id`;
}

/** Who belongs to an account. */
export type MemberRow = { accountId: number; personId: number };

/** A page of a cell's memberships, from behind one, as `MemberRow`, in the order of their keys. */
export function membersStatement({ accountId, personId }: MemberRow, limit: number): Sql {
  return sql`
    select account_id as "accountId", person_id as "personId" from memberships
    where (account_id, person_id) > (${accountId}::int, ${personId}::int)
    order by account_id, person_id limit ${limit}`;
}

/** The email addresses of accounts and people, as `id` and `email`. */
export function emailsStatement(ids: readonly number[]): Sql {
  return sql`select id, email from accounts where id = any(${ids}::int[]) order by id`;
}
