import { changeNetwork as operation } from "@/lib/contracts/admin/networks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { changeNetwork } from "@/lib/messages/networks/change-networks";

/** Puts other settings in place of a network's. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(operation, async ({ db, actor, input, now }) => {
    const { name, settings, secrets } = input;
    await changeNetwork(db, { name, given: { ...settings, ...secrets } }, authSecret(), { actor, now });
    return { success: true as const };
  }),
});
