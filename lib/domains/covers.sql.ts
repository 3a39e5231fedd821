import { type Sql, sql } from "@/lib/db/sql";

/**
 * Returns the condition that a domain covers a host: it is the host, or the host is under it. Both are expressions.
 */
export function covers(domain: Sql, host: Sql): Sql {
  return sql`(${host} = ${domain} or right(${host}, length(${domain}) + 1) = '.' || ${domain})`;
}

/** The held messages `m` with their queue rows `u`, found by the index of held rows. */
export const HELD_MESSAGES = sql`message_queue u
  join lateral (select * from messages where id = u.message_id offset 0) m on u.held`;

/** Returns the condition that an account has an approval for a host. */
export function isApproved(accountId: Sql, host: Sql): Sql {
  return sql`exists (select 1 from approved_domains d
    where d.account_id = ${accountId} and ${covers(sql`d.domain`, host)})`;
}
