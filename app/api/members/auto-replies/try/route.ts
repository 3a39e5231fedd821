import { tryReplyRules } from "@/lib/contracts/members/auto-replies";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { tryRules } from "@/lib/replies/rules/try-rules";

/** Tells what the rules would say of a text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: member(tryReplyRules, ({ db, member, input, now }) => tryRules(db, member.accountId, input, now)),
});
