import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import { changeIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { changeIntegration } from "@/lib/integrations/manage/change-integration";
import { kindOf } from "@/lib/integrations/manage/kind-of";

/** Changes what an integration sends as. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(changeIntegrationOperation, "integration_changed", async (tx, { member, input }) => {
    const kind = kindOf(input.kind);
    const changed = await changeIntegration(tx, member.accountId, { ...input, kind });
    return { details: changed && { integration: INTEGRATIONS[kind].title, ...changed } };
  }),
});
