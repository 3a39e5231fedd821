import type { MessageDetails } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import {
  type AttemptRow,
  attemptsStatement,
  type EventRow,
  eventsStatement,
  type ReplyRow,
  type ReportRow,
  repliesStatement,
  reportsStatement,
  type UnreadableRow,
  unreadableStatement,
} from "@/lib/messages/query/message-events.sql";
import { messageTimeline, type TimelineFacts } from "@/lib/messages/query/message-timeline";
import { messageStatement } from "@/lib/messages/query/read-message.sql";
import { toDecimal } from "@/lib/money";
import { writtenForms } from "@/lib/sms/numbers/written-forms";
import { formatNz } from "@/lib/sms/nz-time";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** The most submissions, reports, webhook events and replies that are shown, of each. A message has fewer. */
const MAX_EVENTS = 100;

/** The longest time after a message was sent in which an unreadable report may be about it. */
const UNREADABLE_WITHIN_MS = 72 * 3_600_000;

/** The states of messages that no carrier has. */
const WAITING: ReadonlySet<string> = new Set(["HELD", "NIGHT", "SCHEDULED", "PAUSED"]);

type Row = ListedRow &
  TimelineFacts["message"] & {
    messageClass: MessageDetails["message"]["messageClass"];
    encoding: MessageDetails["message"]["encoding"];
    netMicros: bigint | null;
    gstMicros: bigint | null;
    givenBackAt: Date | null;
    autoReply: string | null;
  };

/** The reader. Administrators also see unreadable reports from the message's phone (rules: unreadable reports). */
export type Reading = { quiet: QuietHours; now: Date; isAdmin: boolean };

/**
 * Reads a message of an account, its price and its events. A one-time code in the text is masked.
 * @throws GatewayError `not_found`.
 */
export async function readMessage(
  db: Database,
  accountId: number,
  id: string,
  { quiet, now, isAdmin }: Reading,
): Promise<MessageDetails> {
  const row = isId(id) ? await findMessage(db, accountId, id) : undefined;
  if (!row) throw new GatewayError("not_found", "There is no such message.");
  const record = toMessageRecord(row, now);
  const [events, unreadable] = await Promise.all([
    readEvents(db, accountId, id),
    isAdmin ? readUnreadable(db, row) : [],
  ]);
  const facts = { message: row, ...events, unreadable };
  return {
    message: {
      ...record,
      messageClass: row.messageClass,
      encoding: row.encoding,
      autoReply: row.autoReply,
      price: priceOf(row),
      cancellable: WAITING.has(record.state),
    },
    timeline: messageTimeline(facts, quiet, now),
  };
}

async function findMessage(db: Database, accountId: number, id: string): Promise<Row | undefined> {
  const [row] = await db.query<Row>(messageStatement(accountId, id));
  return row;
}

/** Reads the events concurrently: most messages have few. */
async function readEvents(
  db: Database,
  accountId: number,
  id: string,
): Promise<Omit<TimelineFacts, "message" | "unreadable">> {
  const [attempts, reports, events, replies] = await Promise.all([
    db.query<AttemptRow>(attemptsStatement(id, MAX_EVENTS)),
    db.query<ReportRow>(reportsStatement(id, MAX_EVENTS)),
    db.query<EventRow>(eventsStatement(accountId, id, MAX_EVENTS)),
    db.query<ReplyRow>(repliesStatement(accountId, id, MAX_EVENTS)),
  ]);
  const deliveries = events.map(({ body, ...event }) => ({ ...event, about: statusIn(body) }));
  return { attempts, reports, deliveries, replies };
}

/** Reads unreadable reports from a message's phone, by the carrier that has the message: each carrier has few. */
async function readUnreadable(
  db: Database,
  { to, carrier, submittedAt }: TimelineFacts["message"],
): Promise<TimelineFacts["unreadable"]> {
  if (carrier === null || submittedAt === null) return [];
  const within = { from: submittedAt, until: new Date(submittedAt.getTime() + UNREADABLE_WITHIN_MS) };
  return db.query<UnreadableRow>(unreadableStatement(carrier, writtenForms(to), within, MAX_EVENTS));
}

/** Returns the status in an event's body; null for an event of another kind. */
function statusIn(body: string): string | null {
  const { status } = JSON.parse(body) as { status?: string };
  return status ?? null;
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
