import { listOwnSessions } from "@/lib/auth/sessions/own-sessions";
import { listSessions } from "@/lib/contracts/members/people/sessions";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** The person's own sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listSessions, async ({ db, session, now }) => ({
    sessions: await listOwnSessions(db, session, now),
  })),
});
