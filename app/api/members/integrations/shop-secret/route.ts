import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { SHOP_TITLES, setShopSecretOperation } from "@/lib/contracts/members/integration-topics";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { setShopSecret } from "@/lib/integrations/manage/shop-secret";

/** Enters what a shop signs its events with. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(setShopSecretOperation, async ({ change, member, input }) => {
    await change(async (tx, write) => {
      await setShopSecret(tx, member.accountId, input, authSecret());
      const details = { [`secret of ${SHOP_TITLES[input.shop]}`]: "entered" };
      await write("integration_changed", { integration: INTEGRATIONS.storefront.title, ...details });
    });
    return { success: true as const };
  }),
});
