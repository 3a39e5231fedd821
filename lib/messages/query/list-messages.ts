import type { ListMessagesRequest, MessageRecord } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { LISTED_COLUMNS, listStatement } from "@/lib/messages/query/list-messages.sql";
import { messageState, type StateFacts } from "@/lib/messages/query/message-state";
import { formatNz } from "@/lib/sms/nz-time";

/** A message as a list shows it. */
export type ListedRow = StateFacts & {
  id: string;
  at: Date;
  to: string;
  from: string;
  text: string;
  sendType: MessageRecord["sendType"];
  parts: number;
  ownId: string | null;
  rateCode: string | null;
};

/** Lists a page of an account's messages that match a filter, newest first. */
export async function listMessages(
  db: Database,
  accountId: number,
  asked: ListMessagesRequest,
  now: Date,
): Promise<{ messages: MessageRecord[]; newer: string | null; older: string | null }> {
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<ListedRow>(listStatement({ columns: LISTED_COLUMNS, accountId, filter: asked, stretch, now })),
  );
  return { messages: rows.map((row) => toMessageRecord(row, now)), newer, older };
}

export function toMessageRecord(row: ListedRow, now: Date): MessageRecord {
  const { id, to, from, text, sendType, parts, ownId, rateCode } = row;
  const state = messageState(row, now);
  const sendAt = row.sendAt && formatNz(row.sendAt);
  return {
    id,
    to,
    from,
    text,
    sendType,
    parts,
    state,
    acceptedAt: formatNz(row.at),
    sendAt,
    ownId,
    rateCode,
  };
}
