import { listIntegrationCalls } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { listCalls } from "@/lib/integrations/manage/list-calls";

/** The last calls of an integration. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listIntegrationCalls, ({ db, member, input }) =>
    listCalls(db, member.accountId, { ...input, kind: kindOf(input.kind) }),
  ),
});
