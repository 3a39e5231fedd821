import type { ListSendsRequest, SendRecord, SendsPage } from "@/lib/contracts/members/sending/sends";
import type { Database } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { readKeysetPage } from "@/lib/db/keyset";
import {
  countSendsStatement,
  noteOutcomesStatement,
  type SendRow,
  sendsStatement,
} from "@/lib/messages/sends/list-sends.sql";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists a page of an account's sends that match a filter, newest first (rules: sends). The outcome of a send is
 * stored at the first read after the end of its last message, so that its messages are not counted again.
 */
export async function listSends(
  db: Database,
  accountId: number,
  asked: ListSendsRequest,
): Promise<SendsPage> {
  const [{ rows, newer, older }, total] = await Promise.all([
    readKeysetPage(asked, (stretch) => db.query<SendRow>(sendsStatement(accountId, asked, stretch))),
    readCounted(db, countSendsStatement(accountId, asked)),
  ]);
  const ended = rows.filter((row) => !row.isOver && row.kept === row.total && waitingOf(row) === 0);
  if (ended.length > 0) await db.query(noteOutcomesStatement(ended));
  return { sends: rows.map(toSendRecord), total, newer, older };
}

/** Returns the number of messages without a final status. Purged messages are not counted. */
function waitingOf({ isOver, kept, delivered, failed, cancelled }: SendRow): number {
  return isOver ? 0 : kept - delivered - failed - cancelled;
}

function toSendRecord(row: SendRow): SendRecord {
  const { id, at, name, sendAt, total, delivered, failed, cancelled, paused, priceMicros } = row;
  return {
    id,
    name,
    total,
    delivered,
    failed,
    cancelled,
    paused,
    acceptedAt: formatNz(at),
    sendAt: sendAt && formatNz(sendAt),
    waiting: waitingOf(row),
    price: toDecimal(priceMicros),
  };
}
