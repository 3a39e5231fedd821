import {
  readAnyMessage as readAnyMessageOperation,
  searchAllMessages as searchAllMessagesOperation,
} from "@/lib/contracts/admin/messages";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { readAnyMessage } from "@/lib/messages/query/read-any-message";
import { searchAllMessages } from "@/lib/messages/search/all-messages";
import { sendRules } from "@/lib/messages/send-rules";

export const MESSAGES_ENDPOINTS = tableOf([
  admin(searchAllMessagesOperation, ({ db, input, now }) => searchAllMessages(db, input, now), "long"),
  admin(readAnyMessageOperation, ({ db, input, now }) =>
    readAnyMessage(db, input.id, { quiet: sendRules().quiet, now }),
  ),
]);
