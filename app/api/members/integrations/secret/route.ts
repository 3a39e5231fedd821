import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { rollIntegrationSecretOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { rollSecret } from "@/lib/integrations/manage/roll-secret";

/** A new secret in place of the one before. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(rollIntegrationSecretOperation, ({ change, member, input, now }) => {
    const kind = kindOf(input.kind);
    return change(async (tx, write) => {
      const secret = await rollSecret(tx, member.accountId, kind, now);
      await write("integration_secret_rolled", { integration: INTEGRATIONS[kind].title });
      return { secret };
    });
  }),
});
