import { listTags, readTags } from "@/lib/contacts/tags/read-tags";
import {
  addConversationTag,
  listConversationTags,
  removeConversationTag,
} from "@/lib/contracts/members/conversation-tags";
import {
  exportInboxOperation,
  listConversationsOperation,
  readConversationOperation,
  replyOperation,
} from "@/lib/contracts/members/inbox";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import { addTag, removeTag } from "@/lib/inbound/change-tags";
import {
  type ExportedInbound,
  INBOX_COLUMNS,
  inboundCells,
  readInboundExport,
} from "@/lib/inbound/export-inbound";
import { listConversations } from "@/lib/inbound/list-conversations";
import { readConversation } from "@/lib/inbound/read-conversation";
import { reply } from "@/lib/inbound/reply";
import { sendRules } from "@/lib/messages/send-rules";

const BATCH = 1_000;

export const INBOX_ENDPOINTS = tableOf([
  member(
    listConversationsOperation,
    ({ db, member, input }) => listConversations(db, member.accountId, input),
    "long",
  ),
  member(readConversationOperation, ({ db, member, input, now }) =>
    readConversation(db, member.accountId, input, now),
  ),
  member(exportInboxOperation, async ({ db, member: { accountId }, stillReads, input }) => {
    const read = (after: ExportedInbound | undefined, size: number) =>
      readInboundExport(db, { accountId, request: input, after, size });
    const file = { name: "inbox", columns: INBOX_COLUMNS, cells: inboundCells };
    return csvResponse({ accountId, stillReads }, file, inBatches(BATCH, read));
  }),
  member(replyOperation, ({ db, member, input, now, actor }) =>
    reply({ db, caller: member, rules: sendRules(), now, actor }, input),
  ),
  member(listConversationTags, async ({ db, member }) => ({
    tags: await listTags(db, member.accountId),
  })),
  member(addConversationTag, "conversation_tagged", async (tx, { member, input, now }) => {
    const { number, tag } = await addTag(tx, member.accountId, input, now);
    const tags = await readTags(tx, member.accountId, number);
    return { details: tag === null ? null : { number, tag }, answer: { success: true, tags } };
  }),
  member(removeConversationTag, "conversation_untagged", async (tx, { member, input }) => {
    const { number, tag } = await removeTag(tx, member.accountId, input);
    const tags = await readTags(tx, member.accountId, number);
    return { details: tag === null ? null : { number, tag }, answer: { success: true, tags } };
  }),
]);
