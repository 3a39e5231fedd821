import { type Sql, sql } from "@/lib/db/sql";

/** Reads an account's templates, by `message_templates_account_id_name_idx`. */
export function templatesStatement(accountId: number, limit: number): Sql {
  return sql`
    select id, name, text from message_templates where account_id = ${accountId} limit ${limit}`;
}

/** Reads the account's template with a name, in upper or lower case. */
export function namedAlreadyStatement(accountId: number, name: string): Sql {
  return sql`
    select id from message_templates where account_id = ${accountId} and lower(name) = lower(${name}::text)`;
}
