import { listSendsOperation } from "@/lib/contracts/members/sending/sends";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { listSends } from "@/lib/messages/sends/list-sends";

/** The account's sends, and what became of them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listSendsOperation, ({ db, member, input }) => listSends(db, member.accountId, input), "long"),
});
