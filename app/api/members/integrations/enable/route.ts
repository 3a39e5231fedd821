import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { enableIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { enableIntegration } from "@/lib/integrations/manage/enable-integration";
import { kindOf } from "@/lib/integrations/manage/kind-of";

/** Switches an integration on or off. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(enableIntegrationOperation, async ({ change, member, input: { enabled, ...named } }) => {
    const kind = kindOf(named.kind);
    await change(async (tx, write) => {
      if (!(await enableIntegration(tx, member.accountId, kind, enabled))) return;
      await write("integration_changed", { integration: INTEGRATIONS[kind].title, enabled });
    });
    return { success: true as const };
  }),
});
