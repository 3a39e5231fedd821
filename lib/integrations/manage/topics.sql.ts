import { type Sql, sql } from "@/lib/db/sql";

/** The topics of an account's storefront, and the shops whose secrets it has. */
export type TopicsRow = { topics: unknown; shopify: boolean; woocommerce: boolean };

/** Reads an account's storefront, as `TopicsRow`; no row if it is not set up. */
export function topicsStatement(accountId: number): Sql {
  return sql`
    select topics, shopify_secret is not null as shopify, woocommerce_secret is not null as woocommerce
    from integrations where account_id = ${accountId} and kind = 'storefront'`;
}

/** Replaces the settings of the given topics of a storefront. Other topics stay. */
export function mergeTopicStatement(accountId: number, topics: object): Sql {
  return sql`
    update integrations set topics = topics || ${JSON.stringify(topics)}::jsonb
    where account_id = ${accountId} and kind = 'storefront'`;
}
