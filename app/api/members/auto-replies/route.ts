import { addReplyRule, listReplyRules } from "@/lib/contracts/members/auto-replies";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { addRule } from "@/lib/replies/rules/change-rules";
import { listRules } from "@/lib/replies/rules/read-rules";

const sendsEmails = () => env().smtpUrl !== undefined || env().nodeEnv === "development";

/** The rules by which messages in are answered, and one more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listReplyRules, ({ db, member }) => listRules(db, member, sendsEmails())),
  POST: member(addReplyRule, "auto_reply_added", async (tx, { member, input, now }) => {
    const isNew = await addRule(tx, member, input, now);
    return { details: isNew ? { name: input.name } : null, answer: { success: true, id: input.id } };
  }),
});
