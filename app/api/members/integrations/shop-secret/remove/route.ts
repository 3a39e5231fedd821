import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { SHOP_TITLES } from "@/lib/contracts/integrations/storefront-topics";
import { removeShopSecretOperation } from "@/lib/contracts/members/integration-topics";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { setShopSecret } from "@/lib/integrations/manage/shop-secret";

/** Removes a shop's secret. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeShopSecretOperation, "integration_changed", async (tx, { member, input: { shop } }) => {
    await setShopSecret(tx, member.accountId, { shop, secret: null }, authSecret());
    const changed = { [`secret of ${SHOP_TITLES[shop]}`]: "removed" };
    return { details: { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
});
