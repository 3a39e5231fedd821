import {
  cancelMessageOperation,
  cancelSendOperation,
  countMessagesOperation,
  exportMessagesOperation,
  listMessagesOperation,
  readBulkSendOperation,
  readMessageOperation,
} from "@/lib/contracts/members/messages";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import { cancelMessage } from "@/lib/messages/cancel/cancel-messages";
import { cancelSend } from "@/lib/messages/cancel/cancel-send";
import { countMessages } from "@/lib/messages/query/count-messages";
import {
  EXPORT_COLUMNS,
  type ExportedRow,
  exportCells,
  readExport,
} from "@/lib/messages/query/export-messages";
import { listMessages } from "@/lib/messages/query/list-messages";
import { readMessage } from "@/lib/messages/query/read-message";
import { sendRules } from "@/lib/messages/send-rules";
import { readSend } from "@/lib/messages/sends/read-send";
import { toDecimal } from "@/lib/money";

const BATCH = 1_000;

export const MESSAGES_ENDPOINTS = tableOf([
  member(
    listMessagesOperation,
    ({ db, member, input, now }) => listMessages(db, member.accountId, input, now),
    "long",
  ),
  member(cancelMessageOperation, "message_deleted", async (tx, { member, input, now }) => {
    const { to, givenBackMicros } = await cancelMessage(tx, member.accountId, input.id, now);
    const givenBack = toDecimal(givenBackMicros);
    return { details: { message: input.id, to, givenBack }, answer: { success: true, givenBack } };
  }),
  member(countMessagesOperation, ({ db, member, input, now }) =>
    countMessages(db, member.accountId, input, now),
  ),
  member(exportMessagesOperation, async ({ db, member: { accountId }, stillReads, input, now }) => {
    const read = (after: ExportedRow | undefined, size: number) =>
      readExport(db, { accountId, filter: input, after, size, now });
    const cells = (row: ExportedRow) => exportCells(row, now);
    const file = { name: "messages", columns: EXPORT_COLUMNS, cells };
    return csvResponse({ accountId, stillReads }, file, inBatches(BATCH, read));
  }),
  member(readMessageOperation, ({ db, member, input, now }) =>
    readMessage(db, member.accountId, input.id, { quiet: sendRules().quiet, now, isAdmin: member.isAdmin }),
  ),
  member(
    readBulkSendOperation,
    ({ db, member, input, now }) => readSend(db, member.accountId, input.id, now),
    "long",
  ),
  member(cancelSendOperation, "send_cancelled", async (tx, { member, input, now }) => {
    const cancelled = await cancelSend(tx, member.accountId, input.id, now);
    return { details: { send: input.id, cancelled }, answer: { success: true, cancelled } };
  }),
]);
