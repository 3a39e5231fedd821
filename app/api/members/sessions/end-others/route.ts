import { endOtherSessions } from "@/lib/auth/sessions/own-sessions";
import { endOtherSessions as endOtherSessionsOperation } from "@/lib/contracts/members/people/sessions";
import { route } from "@/lib/http/handler";
import { personal } from "@/lib/http/member";

/** Ends all of the person's sessions but this one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: personal(endOtherSessionsOperation, "sessions_ended", async (tx, { session, address, now }) => {
    await endOtherSessions(tx, session, address, now);
    return { success: true as const };
  }),
});
