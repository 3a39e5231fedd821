import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { removeIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { removeIntegration } from "@/lib/integrations/manage/remove-integration";

/** Removes an integration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(removeIntegrationOperation, "integration_removed", async (tx, { member, input }) => {
    const kind = kindOf(input.kind);
    await removeIntegration(tx, member.accountId, kind);
    return { details: { integration: INTEGRATIONS[kind].title } };
  }),
});
