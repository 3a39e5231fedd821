import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  switchAccount,
} from "@/lib/auth/sessions/own-sessions";
import {
  endOtherSessions as endOtherSessionsOperation,
  endSessionOperation,
  listSessions,
  switchAccountOperation,
} from "@/lib/contracts/members/people/sessions";
import { tableOf } from "@/lib/http/endpoint-table";
import { member, personal } from "@/lib/http/member";

export const SESSIONS_ENDPOINTS = tableOf([
  member(listSessions, async ({ db, session, now }) => ({
    sessions: await listOwnSessions(db, session, now),
  })),
  personal(endSessionOperation, "sessions_ended", (tx, { session, input, address, now }) =>
    endOwnSession(tx, session.personId, { id: input.id, address }, now),
  ),
  personal(endOtherSessionsOperation, "sessions_ended", (tx, { session, address, now }) =>
    endOtherSessions(tx, session, address, now),
  ),
  member(switchAccountOperation, ({ db, session, input, address, now }) =>
    switchAccount(db, session, { accountId: input.accountId, address }, now),
  ),
]);
