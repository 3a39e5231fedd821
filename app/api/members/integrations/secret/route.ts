import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { rollIntegrationSecretOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { rollSecret } from "@/lib/integrations/manage/roll-secret";

/** A new secret in place of the one before. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(
    rollIntegrationSecretOperation,
    "integration_secret_rolled",
    async (tx, { member, input, now }) => {
      const kind = kindOf(input.kind);
      const secret = await rollSecret(tx, member.accountId, kind, now);
      return { details: { integration: INTEGRATIONS[kind].title }, answer: { secret } };
    },
  ),
});
