import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import {
  listIntegrations as listIntegrationsOperation,
  setUpIntegrationOperation,
} from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { listIntegrations } from "@/lib/integrations/manage/list-integrations";
import { setUpIntegration } from "@/lib/integrations/manage/set-up-integration";

/** Every integration as the account has it, and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listIntegrationsOperation, async ({ db, member }) => ({
    integrations: await listIntegrations(db, member.accountId),
  })),
  POST: member(setUpIntegrationOperation, "integration_set_up", async (tx, { member, input, now }) => {
    const kind = kindOf(input.kind);
    const { secret, sender } = await setUpIntegration(tx, member.accountId, { ...input, kind }, now);
    return { details: { integration: INTEGRATIONS[kind].title, sender }, answer: { secret } };
  }),
});
