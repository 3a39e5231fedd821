import { type Sql, sql } from "@/lib/db/sql";

/** Puts settings of a storefront's topics in place of those before; topics that are not given stay. */
export function mergeTopicStatement(accountId: number, topics: object): Sql {
  return sql`
    update integrations set topics = topics || ${JSON.stringify(topics)}::jsonb
    where account_id = ${accountId} and kind = 'storefront'`;
}
