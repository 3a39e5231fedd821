import { type Sql, sql } from "@/lib/db/sql";

/** The ids of who belongs to some accounts, and of the accounts that they belong to, as `id`. */
export function besideStatement(ids: readonly number[]): Sql {
  return sql`
    select person_id as id from memberships where account_id = any(${ids}::int[])
    union select account_id from memberships where person_id = any(${ids}::int[])`;
}

/** An account, or a person, that is to move, and what keeps it where it is. */
export type MoverRow = {
  id: number;
  email: string;
  hasAccount: boolean;
  isAdmin: boolean;
  isViewing: boolean;
  hasAdministered: boolean;
};

/** Accounts and people with what keeps them, as `MoverRow`, by their ids. */
export function moversStatement(ids: readonly number[]): Sql {
  return sql`
    select a.id, a.email, a.has_account as "hasAccount", a.is_admin as "isAdmin",
      exists (select from account_views v where v.administrator_id = a.id) as "isViewing",
      exists (select from activities l where l.actor_id = a.id and l.account_id <> all(${ids}::int[]) offset 0)
        as "hasAdministered"
    from accounts a where a.id = any(${ids}::int[]) order by a.id`;
}

/** The senders that these accounts have confirmed, as `sender`. */
export function confirmedSendersStatement(ids: readonly number[]): Sql {
  return sql`
    select sender from email_senders where account_id = any(${ids}::int[]) and confirmed_at is not null`;
}

/** Which of some senders are confirmed in this cell, as `sender`. */
export function takenSendersStatement(senders: readonly string[]): Sql {
  return sql`
    select distinct sender from email_senders where sender = any(${senders}::text[]) and confirmed_at is not null`;
}
