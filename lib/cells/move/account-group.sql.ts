import { type Sql, sql } from "@/lib/db/sql";

/** Reads the people of some accounts, and the accounts of these people, as `id`. */
export function besideStatement(ids: readonly number[]): Sql {
  return sql`
    select person_id as id from memberships where account_id = any(${ids}::int[])
    union select account_id from memberships where person_id = any(${ids}::int[])`;
}

/** An account, or a person, of a move, and the reasons that keep it in its cell. */
export type MoverRow = {
  id: number;
  email: string;
  hasAccount: boolean;
  isAdmin: boolean;
  isViewing: boolean;
  hasAdministered: boolean;
};

/** Reads accounts and people by their ids, as `MoverRow`. */
export function moversStatement(ids: readonly number[]): Sql {
  return sql`
    select a.id, a.email, a.has_account as "hasAccount", a.is_admin as "isAdmin",
      exists (select from account_views v where v.administrator_id = a.id) as "isViewing",
      exists (select from activities l where l.actor_id = a.id and l.account_id <> all(${ids}::int[]) offset 0)
        as "hasAdministered"
    from accounts a where a.id = any(${ids}::int[]) order by a.id`;
}

/** Reads the senders that these accounts have confirmed, as `sender`. */
export function confirmedSendersStatement(ids: readonly number[]): Sql {
  return sql`
    select sender from email_senders where account_id = any(${ids}::int[]) and confirmed_at is not null`;
}

/** Reads the senders among some that are confirmed in this cell, as `sender`. */
export function takenSendersStatement(senders: readonly string[]): Sql {
  return sql`
    select distinct sender from email_senders where sender = any(${senders}::text[]) and confirmed_at is not null`;
}
