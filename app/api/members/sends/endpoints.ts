import {
  listSendsOperation,
  nameSendOperation,
  pauseSendOperation,
  resumeSendOperation,
} from "@/lib/contracts/members/sending/sends";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { pauseSend } from "@/lib/messages/pause/pause-send";
import { resumeSend } from "@/lib/messages/pause/resume-send";
import { sendRules } from "@/lib/messages/send-rules";
import { listSends } from "@/lib/messages/sends/list-sends";
import { nameSend } from "@/lib/messages/sends/name-send";

export const SENDS_ENDPOINTS = tableOf([
  member(listSendsOperation, ({ db, member, input }) => listSends(db, member.accountId, input), "long"),
  member(nameSendOperation, "send_named", async (tx, { member, input }) => {
    const name = input.name ?? null;
    await nameSend(tx, member.accountId, { id: input.id, name });
    return { details: { send: input.id, name } };
  }),
  member(pauseSendOperation, "send_paused", async (tx, { member, input, now }) => {
    const paused = await pauseSend(tx, member.accountId, input.id, now);
    return { details: { send: input.id, paused }, answer: { success: true, paused } };
  }),
  member(resumeSendOperation, "send_resumed", async (tx, { member, input, now }) => {
    const { quiet } = sendRules();
    const resumed = await resumeSend(tx, member.accountId, input.id, { now, quiet });
    return { details: { send: input.id, resumed }, answer: { success: true, resumed } };
  }),
]);
