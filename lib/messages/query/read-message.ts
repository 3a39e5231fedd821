import type { MessageDetails } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { LISTED_COLUMNS, type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import { messageTimeline, type TimelineFacts } from "@/lib/messages/query/message-timeline";
import { toDecimal } from "@/lib/money";
import { LEFT_JOIN_QUEUE } from "@/lib/queue/message-queue.sql";
import { formatNz } from "@/lib/sms/nz-time";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** More reports, webhook events or replies than any message has: what is beyond is left out. */
const MOST_EVENTS = 100;

type Row = ListedRow &
  TimelineFacts["message"] & {
    messageClass: MessageDetails["message"]["messageClass"];
    encoding: MessageDetails["message"]["encoding"];
    netMicros: bigint | null;
    gstMicros: bigint | null;
    givenBackAt: Date | null;
  };

/**
 * A message of an account, what it cost, and all that happened to it. The text is as it may be kept: with a one-time
 * code masked.
 * @throws GatewayError `not_found`.
 */
export async function readMessage(
  db: Database,
  accountId: number,
  id: string,
  quiet: QuietHours,
  now: Date,
): Promise<MessageDetails> {
  const row = isId(id) ? await findMessage(db, accountId, id) : undefined;
  if (!row) throw new GatewayError("not_found", "There is no such message.");
  const record = toMessageRecord(row, now);
  const facts = { message: row, ...(await readEvents(db, accountId, id)) };
  return {
    message: {
      ...record,
      messageClass: row.messageClass,
      encoding: row.encoding,
      price: priceOf(row),
      deletable: record.state === "HELD",
    },
    timeline: messageTimeline(facts, quiet, now),
  };
}

async function findMessage(db: Database, accountId: number, id: string): Promise<Row | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${LISTED_COLUMNS}, m.message_class as "messageClass", m.encoding, m.status_at as "statusAt",
      m.blocked_reason as "blockedReason", coalesce(u.attempts, 0) as attempts, c.carrier,
      c.submitted_at as "submittedAt",
      e.net_micros as "netMicros", e.gst_micros as "gstMicros", r.created_at as "givenBackAt"
    from messages m ${LEFT_JOIN_QUEUE}
    left join carrier_submissions c on c.message_id = m.id
    left join ledger_entries e on e.message_id = m.id and e.kind = 'deduction'
    left join ledger_entries r on r.reverses_id = e.id
    where m.id = ${id}::uuid and m.account_id = ${accountId}`);
  return row;
}

/** By the indexes that each of these tables has on the message it belongs to. */
async function readEvents(
  db: Database,
  accountId: number,
  id: string,
): Promise<Omit<TimelineFacts, "message">> {
  const [reports, deliveries, replies] = await Promise.all([
    db.query<TimelineFacts["reports"][number]>(sql`
      select r.status, r.status_code as code, r.reported_at as at from delivery_reports r
      where r.message_id = ${id}::uuid order by r.received_at, r.id limit ${MOST_EVENTS}`),
    db.query<TimelineFacts["deliveries"][number]>(sql`
      select w.body::json ->> 'status' as about, w.state, w.earlier_attempts + w.attempts as attempts, w.created_at as "createdAt",
        w.attempted_at as "attemptedAt", w.attempted_url as url, w.response_code as "responseCode", w.error,
        w.duration_ms as "durationMs", w.due_at as "dueAt"
      from webhook_deliveries w
      where w.message_id = ${id}::uuid and w.account_id = ${accountId} order by w.created_at, w.id limit ${MOST_EVENTS}`),
    db.query<TimelineFacts["replies"][number]>(sql`
      select i.body as text, i.received_at as at from inbound_messages i
      where i.related_message_id = ${id}::uuid and i.account_id = ${accountId}
      order by i.received_at, i.id limit ${MOST_EVENTS}`),
  ]);
  return { reports, deliveries, replies };
}

function priceOf({ netMicros, gstMicros, givenBackAt }: Row): MessageDetails["message"]["price"] {
  if (netMicros === null || gstMicros === null) return null;
  return {
    net: toDecimal(netMicros),
    gst: toDecimal(gstMicros),
    total: toDecimal(netMicros + gstMicros),
    givenBackAt: givenBackAt && formatNz(givenBackAt),
  };
}
