import {
  addReplyRule,
  changeReplyRule,
  enableReplyRule,
  listReplyRules,
  moveReplyRule,
  removeReplyRule,
  tryReplyRules,
} from "@/lib/contracts/members/auto-replies";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { addRule, changeRule, enableRule, moveRule, removeRule } from "@/lib/replies/rules/change-rules";
import { listRules } from "@/lib/replies/rules/read-rules";
import { tryRules } from "@/lib/replies/rules/try-rules";

const sendsEmails = () => env().smtpUrl !== undefined || env().nodeEnv === "development";

export const AUTO_REPLIES_ENDPOINTS = tableOf([
  member(listReplyRules, ({ db, member }) => listRules(db, member, sendsEmails())),
  member(addReplyRule, "auto_reply_added", async (tx, { member, input, now }) => {
    const isNew = await addRule(tx, member, input, now);
    return { details: isNew ? { name: input.name } : null, answer: { success: true, id: input.id } };
  }),
  member(changeReplyRule, "auto_reply_changed", async (tx, { member, input }) => {
    await changeRule(tx, member, input);
    return { details: { name: input.name } };
  }),
  member(enableReplyRule, "auto_reply_changed", async (tx, { member, input }) => {
    const name = await enableRule(tx, member.accountId, input);
    return { details: name === null ? null : { name, enabled: input.enabled } };
  }),
  member(moveReplyRule, "auto_replies_reordered", async (tx, { member, input }) => {
    const name = await moveRule(tx, member.accountId, input);
    return { details: name === null ? null : { name, moved: input.direction } };
  }),
  member(removeReplyRule, "auto_reply_removed", async (tx, { member, input }) => ({
    details: { name: await removeRule(tx, member.accountId, input.id) },
  })),
  member(tryReplyRules, ({ db, member, input, now }) => tryRules(db, member.accountId, input, now)),
]);
