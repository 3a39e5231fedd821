import type { Shop } from "@/lib/contracts/members/integration-topics";
import { encrypt } from "@/lib/crypto/encryption";
import type { Queryable } from "@/lib/db/client";
import { notSetUp } from "@/lib/integrations/manage/kind-of";

/**
 * Stores the secret that a shop signs its events with; null removes it. It is encrypted under `AUTH_SECRET`, since
 * verifying a signature needs it again.
 * @throws GatewayError `not_found` if the storefront is not set up.
 */
export async function setShopSecret(
  tx: Queryable,
  accountId: number,
  { shop, secret }: { shop: Shop; secret: string | null },
  authSecret: string,
): Promise<void> {
  const encrypted = secret === null ? null : new Uint8Array(encrypt(secret, authSecret));
  const { count } = await tx.prisma.integration.updateMany({
    where: { accountId, kind: "storefront" },
    data: shop === "shopify" ? { shopifySecret: encrypted } : { woocommerceSecret: encrypted },
  });
  if (count === 0) throw notSetUp("storefront");
}
