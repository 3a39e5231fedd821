import { type Sql, sql } from "@/lib/db/sql";

/** Whether a domain covers a host: it is the host, or the host is under it. Both are expressions. */
export function covers(domain: Sql, host: Sql): Sql {
  return sql`(${host} = ${domain} or right(${host}, length(${domain}) + 1) = '.' || ${domain})`;
}

/** Whether a message `m` is held, as its partial index has it. */
export const IS_HELD = sql`m.held_hosts <> '{}' and m.status = 'PENDING' and m.due_at is null`;

/** Whether an account has an approval for a host. */
export function isApproved(accountId: Sql, host: Sql): Sql {
  return sql`exists (select 1 from approved_domains d
    where d.account_id = ${accountId} and ${covers(sql`d.domain`, host)})`;
}
