import { rollWebhookSecret } from "@/lib/contracts/members/webhooks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";

/** A new signing secret. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(rollWebhookSecret, "webhook_secret_rolled", async (tx, { member, now }) => {
    const secret = await rollSigningSecret(tx, member.accountId, authSecret(), now);
    if (secret === null) throw new GatewayError("not_found", "There is no such account.");
    return { details: {}, answer: { secret } };
  }),
});
