import { type Sql, sql } from "@/lib/db/sql";

/** A view that is to begin. */
export type NewView = {
  id: string;
  sessionId: string;
  administratorId: number;
  accountId: number;
  reason: string;
  address: string;
  beganAt: Date;
  endsAt: Date;
};

/** Begins a view in a session that is there still: a row, or none. */
export function beginViewStatement(view: NewView): Sql {
  const { id, sessionId, administratorId, accountId, reason, address, beganAt, endsAt } = view;
  return sql`
    with alive as (select s.id from sessions s where s.id = ${sessionId}::uuid for key share)
    insert into account_views
      (id, session_id, administrator_id, account_id, reason, address, began_at, ends_at)
    select ${id}::uuid, alive.id, ${administratorId}::int, ${accountId}::int, ${reason}, ${address},
      ${beganAt}::timestamptz, ${endsAt}::timestamptz
    from alive returning 1`;
}

/** Holds accounts against being locked for a change by an administrator, as a line of their activity does anyway. */
export function holdAccountsStatement(accountIds: readonly number[]): Sql {
  return sql`select 1 from accounts where id = any(${accountIds}::int[]) order by id for key share`;
}

/** Locks a session before its view, as deleting it does. */
export function lockSessionRowStatement(sessionId: string): Sql {
  return sql`select 1 from sessions where id = ${sessionId}::uuid for update`;
}

/** Why a view that is there still counts no more. */
export type StaleView = { id: string; why: "time" | "session" | "role" };

/** Views that count no more at `now`, at most `limit` of them: there are as few as administrators have sessions. */
export function staleViewsStatement(now: Date, limit: number): Sql {
  return sql`
    select v.id, case when v.ends_at <= ${now} then 'time' when v.session_id is null then 'session' else 'role' end as why
    from account_views v join accounts a on a.id = v.administrator_id
    where v.ends_at <= ${now} or v.session_id is null or not a.is_admin
    order by v.id limit ${limit}`;
}
