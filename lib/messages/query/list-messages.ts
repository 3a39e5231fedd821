import type { ListMessagesRequest, MessageRecord } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { readKeysetPage } from "@/lib/db/keyset";
import { sql } from "@/lib/db/sql";
import { listStatement } from "@/lib/messages/query/list-messages.sql";
import { messageState, STATE_COLUMNS, type StateFacts } from "@/lib/messages/query/message-state";
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

/** The columns of `messages m` that make a `ListedRow`. The encrypted text of a one-time code is not among them. */
export const LISTED_COLUMNS = sql`m.id, m.accepted_at as at, m.msisdn as to, m.sender as from, m.body as text,
  m.send_type as "sendType", m.parts, m.customer_message_id as "ownId", m.rate_code as "rateCode", ${STATE_COLUMNS}`;

/** An account's messages that a filter lets through, newest first, one page of them. */
export async function listMessages(
  db: Database,
  accountId: number,
  asked: ListMessagesRequest,
  now: Date,
): Promise<{ messages: MessageRecord[]; newer: string | null; older: string | null }> {
  const { rows, newer, older } = await readKeysetPage(asked, (stretch) =>
    db.query<ListedRow>(listStatement(LISTED_COLUMNS, accountId, asked, stretch, now)),
  );
  return { messages: rows.map((row) => toMessageRecord(row, now)), newer, older };
}

export function toMessageRecord(row: ListedRow, now: Date): MessageRecord {
  const { id, to, from, text, sendType, parts, ownId, rateCode } = row;
  const state = messageState(row, now);
  return { id, to, from, text, sendType, parts, state, acceptedAt: formatNz(row.at), ownId, rateCode };
}
