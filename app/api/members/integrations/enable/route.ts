import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { enableIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { enableIntegration } from "@/lib/integrations/manage/enable-integration";
import { kindOf } from "@/lib/integrations/manage/kind-of";

/** Switches an integration on or off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(enableIntegrationOperation, "integration_changed", async (tx, { member, input }) => {
    const { enabled } = input;
    const kind = kindOf(input.kind);
    const isChanged = await enableIntegration(tx, member.accountId, kind, enabled);
    return { details: isChanged ? { integration: INTEGRATIONS[kind].title, enabled } : null };
  }),
});
