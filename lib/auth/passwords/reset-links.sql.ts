import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/** A request for a link. */
export type ResetRequestRow = { id: string; email: string; requestedAt: Date };

/** Stores a request for a link, once. */
export function insertResetRequestStatement(request: Omit<ResetRequestRow, "requestedAt">, at: Date): Sql {
  return sql`
    insert into reset_requests (id, email, requested_at) values (${request.id}, ${request.email}, ${at})
    on conflict (id) do nothing`;
}

/** Reads one request for a link, if there is any. It locks no row. */
export function anyResetRequestStatement(): Sql {
  return prepared("reset-request", sql`select id from reset_requests order by id limit 1`);
}

/** Locks the oldest requests for links, without those that another worker has locked. */
export function takeResetRequestsStatement(limit: number): Sql {
  return sql`select id, email, requested_at as "requestedAt" from reset_requests order by id limit ${limit} for update skip locked`;
}

/** Deletes finished requests. */
export function deleteResetRequestsStatement(ids: readonly string[]): Sql {
  return sql`
    delete from reset_requests r using unnest(${[...ids]}::uuid[]) as t (id) where ${hasKey(sql`r.id`, sql`t.id`)}`;
}

/** Locks the active account with an email address. */
export function lockByEmailStatement(email: string): Sql {
  return sql`
    select id as "accountId" from accounts where email = ${email} and status = 'active' for no key update`;
}
