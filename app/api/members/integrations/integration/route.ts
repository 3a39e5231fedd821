import { readIntegration as readIntegrationOperation } from "@/lib/contracts/members/integrations";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { kindOf } from "@/lib/integrations/manage/kind-of";
import { readIntegration } from "@/lib/integrations/manage/read-integration";

/** One integration, and what there is to choose from. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(readIntegrationOperation, ({ db, member, input, now }) =>
    readIntegration(db, member, kindOf(input.kind), now),
  ),
});
