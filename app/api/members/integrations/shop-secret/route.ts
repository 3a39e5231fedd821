import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { SHOP_TITLES } from "@/lib/contracts/integrations/storefront-topics";
import { setShopSecretOperation } from "@/lib/contracts/members/integration-topics";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { setShopSecret } from "@/lib/integrations/manage/shop-secret";

/** Enters what a shop signs its events with. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(setShopSecretOperation, "integration_changed", async (tx, { member, input }) => {
    await setShopSecret(tx, member.accountId, input, authSecret());
    const changed = { [`secret of ${SHOP_TITLES[input.shop]}`]: "entered" };
    return { details: { integration: INTEGRATIONS.storefront.title, ...changed } };
  }),
});
