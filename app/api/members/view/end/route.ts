import { endOwnView } from "@/lib/auth/sessions/end-view";
import { endViewOperation } from "@/lib/contracts/members/people/sessions";
import { route } from "@/lib/http/handler";
import { ofSession } from "@/lib/http/member";

/** Ends the view of an account, where the session has one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ofSession(endViewOperation, async ({ db, session, address, now }) => {
    await endOwnView(db, session.sessionId, address, now);
    return { success: true as const };
  }),
});
