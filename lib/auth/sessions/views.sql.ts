import { type Sql, sql } from "@/lib/db/sql";

/** A new view. */
export type NewView = {
  id: string;
  administratorId: number;
  accountId: number;
  accountName: string;
  reason: string;
  address: string;
  beganAt: Date;
  endsAt: Date;
};

/** Begins a view in a session that still exists. Returns a row, or none. */
export function beginViewStatement(view: NewView, sessionId: string): Sql {
  const { id, administratorId, accountId, accountName, reason, address, beganAt, endsAt } = view;
  return sql`
    with alive as (select s.id from sessions s where s.id = ${sessionId}::uuid for key share)
    insert into account_views
      (id, session_id, administrator_id, account_id, account_name, reason, address, began_at, ends_at)
    select ${id}::uuid, alive.id, ${administratorId}::int, ${accountId}::int, ${accountName}, ${reason}, ${address},
      ${beganAt}::timestamptz, ${endsAt}::timestamptz
    from alive returning 1`;
}

/** Opens a prepared view in a session that still exists, unless the view was given up. Returns a row, or none. */
export function openViewStatement(id: string, sessionId: string): Sql {
  return sql`
    with alive as (select s.id from sessions s where s.id = ${sessionId}::uuid for key share)
    update account_views v set session_id = alive.id, begun = true from alive
    where v.id = ${id}::uuid and not v.begun and v.ended_at is null returning 1`;
}

/** Locks accounts against a change by an administrator, as a line of their activity does anyway. */
export function holdAccountsStatement(accountIds: readonly number[]): Sql {
  return sql`select 1 from accounts where id = any(${accountIds}::int[]) order by id for key share`;
}

/** Locks a session before its view, as its deletion does. */
export function lockSessionRowStatement(sessionId: string): Sql {
  return sql`select 1 from sessions where id = ${sessionId}::uuid for update`;
}

/** The reason for which an existing view has ended. */
export type StaleView = { id: string; why: "time" | "session" | "role" | "unused" };

/** The condition that the administrator `a` of a view has lost the role, as in `memberStatement`. */
const IS_NO_ADMINISTRATOR = sql`(not a.is_admin or not exists (
      select 1 from memberships m where m.account_id = a.id and m.person_id = a.id and m.role = 'owner' offset 0))`;

/**
 * Reads views that have ended at `now`, at most `limit` of them: there are only as many views as sessions of
 * administrators. A view that was prepared by `preparedBefore` can no longer begin.
 */
export function staleViewsStatement(
  { now, preparedBefore }: { now: Date; preparedBefore: Date },
  limit: number,
): Sql {
  return sql`
    select v.id, case when not v.begun then 'unused' when v.ends_at <= ${now} then 'time'
      when v.session_id is null then 'session' else 'role' end as why
    from account_views v join accounts a on a.id = v.administrator_id
    where v.ended_at is null and (case when v.begun then v.ends_at <= ${now} or v.session_id is null or ${IS_NO_ADMINISTRATOR}
      else v.began_at <= ${preparedBefore} end)
    order by v.id limit ${limit}`;
}

/**
 * Reads ended views that their accounts have not recorded, as `id`, at most `limit` of them, unsorted, so that the
 * views of an absent cell do not displace others.
 */
export function untoldViewsStatement(limit: number): Sql {
  return sql`select id from account_views where ended_at is not null order by random() limit ${limit}`;
}
