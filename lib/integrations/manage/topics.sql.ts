import { type Sql, sql } from "@/lib/db/sql";

/** What an account's storefront is set to do, and whose secrets it has. */
export type TopicsRow = { topics: unknown; shopify: boolean; woocommerce: boolean };

/** The same, as `TopicsRow`; no row where it is not set up. */
export function topicsStatement(accountId: number): Sql {
  return sql`
    select topics, shopify_secret is not null as shopify, woocommerce_secret is not null as woocommerce
    from integrations where account_id = ${accountId} and kind = 'storefront'`;
}

/** Puts settings of a storefront's topics in place of those before; topics that are not given stay. */
export function mergeTopicStatement(accountId: number, topics: object): Sql {
  return sql`
    update integrations set topics = topics || ${JSON.stringify(topics)}::jsonb
    where account_id = ${accountId} and kind = 'storefront'`;
}
