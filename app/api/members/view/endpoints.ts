import { endOwnView } from "@/lib/auth/sessions/end-view";
import { endViewOperation } from "@/lib/contracts/members/people/sessions";
import { tableOf } from "@/lib/http/endpoint-table";
import { ofSession } from "@/lib/http/member";

export const VIEW_ENDPOINTS = tableOf([
  ofSession(endViewOperation, ({ db, session, address, now }) =>
    endOwnView(db, session.sessionId, address, now),
  ),
]);
