import { switchAccount } from "@/lib/auth/sessions/own-sessions";
import { switchAccountOperation } from "@/lib/contracts/members/people/sessions";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Goes on in another account of the person. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(switchAccountOperation, async ({ db, session, input, address, now }) => {
    await switchAccount(db, session, { accountId: input.accountId, address }, now);
    return { success: true as const };
  }),
});
