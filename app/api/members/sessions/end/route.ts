import { endOwnSession } from "@/lib/auth/sessions/own-sessions";
import { endSessionOperation } from "@/lib/contracts/members/people/sessions";
import { route } from "@/lib/http/handler";
import { personal } from "@/lib/http/member";

/** Ends one of the person's sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: personal(endSessionOperation, "sessions_ended", async (tx, { session, input, address, now }) => {
    await endOwnSession(tx, session.personId, { id: input.id, address }, now);
    return { success: true as const };
  }),
});
