import type { MessageDetails } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { type ListedRow, toMessageRecord } from "@/lib/messages/query/list-messages";
import { messageTimeline, type TimelineFacts } from "@/lib/messages/query/message-timeline";
import { messageStatement } from "@/lib/messages/query/read-message.sql";
import { toDecimal } from "@/lib/money";
import { writtenForms } from "@/lib/sms/numbers/written-forms";
import { formatNz } from "@/lib/sms/nz-time";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** The most submissions, reports, webhook events and replies that are shown, of each. A message has fewer. */
const MAX_EVENTS = 100;

/** How long after a message was sent a report that nobody can read may be about it. */
const UNREADABLE_WITHIN_MS = 72 * 3_600_000;

/** The states of messages that no carrier has been given. */
const WAITING: ReadonlySet<string> = new Set(["HELD", "NIGHT", "SCHEDULED", "PAUSED"]);

/** What becomes of a submission that is no success. */
const NOT_TAKEN = ["refused", "elsewhere", "unknown"] as const;

type Row = ListedRow &
  TimelineFacts["message"] & {
    messageClass: MessageDetails["message"]["messageClass"];
    encoding: MessageDetails["message"]["encoding"];
    netMicros: bigint | null;
    gstMicros: bigint | null;
    givenBackAt: Date | null;
    autoReply: string | null;
  };

/** Who reads it: administrators also see reports from its phone that nobody could read (rules: unreadable reports). */
export type Reading = { quiet: QuietHours; now: Date; isAdmin: boolean };

/**
 * A message of an account, its price and its events. A one-time code in the text is masked.
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

const DELIVERY_COLUMNS = {
  body: true,
  state: true,
  attempts: true,
  earlierAttempts: true,
  createdAt: true,
  attemptedAt: true,
  attemptedUrl: true,
  responseCode: true,
  error: true,
  durationMs: true,
  dueAt: true,
} as const;

/** By the index that each of these tables has on the message. */
async function readEvents(
  db: Database,
  accountId: number,
  id: string,
): Promise<Omit<TimelineFacts, "message" | "unreadable">> {
  const take = MAX_EVENTS;
  const [submissions, reports, deliveries, replies] = await Promise.all([
    db.prisma.carrierSubmission.findMany({
      where: { messageId: id, state: { in: [...NOT_TAKEN] } },
      select: { carrier: true, state: true, error: true, submittedAt: true },
      orderBy: [{ attempt: "asc" }, { part: "asc" }],
      take,
    }),
    db.prisma.deliveryReport.findMany({
      where: { messageId: id },
      select: { status: true, statusCode: true, reportedAt: true, errorCode: true },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      take,
    }),
    db.prisma.webhookDelivery.findMany({
      where: { messageId: id, accountId },
      select: DELIVERY_COLUMNS,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take,
    }),
    db.prisma.inboundMessage.findMany({
      where: { relatedMessageId: id, accountId },
      select: { body: true, receivedAt: true },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      take,
    }),
  ]);
  return {
    attempts: submissions.flatMap(({ carrier, state, error, submittedAt: at }) => {
      const outcome = NOT_TAKEN.find((each) => each === state);
      return outcome ? [{ carrier, outcome, error, at }] : [];
    }),
    reports: reports.map(({ status, statusCode, reportedAt, errorCode }) => ({
      status,
      code: statusCode,
      error: errorCode,
      at: reportedAt,
    })),
    deliveries: deliveries.map(({ body, attempts, earlierAttempts, attemptedUrl, ...delivery }) => ({
      ...delivery,
      about: statusIn(body),
      attempts: earlierAttempts + attempts,
      url: attemptedUrl,
    })),
    replies: replies.map(({ body, receivedAt }) => ({ text: body, at: receivedAt })),
  };
}

/** Reports from a message's phone, by the carrier that has it, that nobody could read: of each carrier there are few. */
async function readUnreadable(
  db: Database,
  { to, carrier, submittedAt }: TimelineFacts["message"],
): Promise<TimelineFacts["unreadable"]> {
  if (carrier === null || submittedAt === null) return [];
  const until = new Date(submittedAt.getTime() + UNREADABLE_WITHIN_MS);
  const rows = await db.prisma.unreadableReport.findMany({
    where: {
      ...{ carrier, kind: "report", msisdn: { in: writtenForms(to) } },
      receivedAt: { gte: submittedAt, lte: until },
    },
    select: { raw: true, receivedAt: true },
    orderBy: { id: "asc" },
    take: MAX_EVENTS,
  });
  return rows.map(({ raw, receivedAt }) => ({ carrier, raw, at: receivedAt }));
}

/** The status that an event tells of; null where it is of another kind. */
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
