import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { changeIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { changeIntegration } from "@/lib/integrations/manage/change-integration";
import { kindOf } from "@/lib/integrations/manage/kind-of";

/** Changes what an integration sends as. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeIntegrationOperation, async ({ change, member, input }) => {
    const kind = kindOf(input.kind);
    await change(async (tx, write) => {
      const details = await changeIntegration(tx, member.accountId, { ...input, kind });
      if (Object.keys(details).length === 0) return;
      await write("integration_changed", { integration: INTEGRATIONS[kind].title, ...details });
    });
    return { success: true as const };
  }),
});
