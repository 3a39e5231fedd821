import type { Shop } from "@/lib/contracts/members/integration-topics";
import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { notSetUp } from "@/lib/integrations/manage/kind-of";

const COLUMNS: Readonly<Record<Shop, Sql>> = {
  shopify: sql`shopify_secret`,
  woocommerce: sql`woocommerce_secret`,
};

/**
 * Keeps what a shop signs its events with, encrypted under `AUTH_SECRET`, since signatures are made with it anew; null
 * forgets it.
 * @throws GatewayError `not_found` where the storefront is not set up.
 */
export async function setShopSecret(
  tx: Queryable,
  accountId: number,
  { shop, secret }: { shop: Shop; secret: string | null },
  authSecret: string,
): Promise<void> {
  const encrypted = secret === null ? null : encrypt(secret, authSecret);
  const kept = await tx.query(sql`
    update integrations set ${COLUMNS[shop]} = ${encrypted}::bytea
    where account_id = ${accountId} and kind = 'storefront' returning 1`);
  if (kept.length === 0) throw notSetUp("storefront");
}
