import {
  type BillingSelection,
  countDaysStatement,
  countEdgesStatement,
  type Period,
  type PeriodParts,
  type Slice,
  type SummaryRow,
  summaryStatement,
  type TransactionRow,
  transactionsStatement,
} from "@/lib/billing/query-billing.sql";
import { paginate } from "@/lib/contracts/base/pagination";
import {
  type BilledTransaction,
  type BillingDetailResponse,
  type BillingFilters,
  type BillingQueryRequest,
  type BillingRow,
  type BillingSummaryResponse,
  UNTAGGED,
} from "@/lib/contracts/gateway/billing-query";
import type { Database, Queryable } from "@/lib/db/client";
import { READ_ONE_SNAPSHOT } from "@/lib/db/snapshot.sql";
import { toDollars } from "@/lib/money";
import { formatNz, nzDate, nzMonth, parseNzDateTime } from "@/lib/sms/nz-time";

/** The first New Zealand day with details (rules: billing detail). */
export const DETAIL_FROM = "2026-08-01";

/**
 * The most rows of a summary: an account may have a code for every message, and the response must be bounded. The
 * totals include all rows.
 */
export const SUMMARY_ROWS = 10_000;

/** The suffix of a rate code for each send type. Without a code the suffix stands alone (rules: rate codes). */
const SUFFIXES = { sms: null, otp: "-OTP", appointment: "-APPT" };

/**
 * Returns an account's charges for messages (rules: billing query, billing detail), summed by rate code and send
 * type. With `detail` it returns the transactions, newest first. Reversed deductions are excluded.
 */
export async function queryBilling(
  db: Database,
  accountId: number,
  request: BillingQueryRequest,
  now: Date,
): Promise<BillingSummaryResponse | BillingDetailResponse> {
  const period = askedPeriod(request, now);
  const wanted = { accountId, rateCode: request.rateCode ?? null };
  const filters = {
    rateCode: wanted.rateCode,
    start_date: formatNz(period.from),
    end_date: formatNz(period.until),
  };
  return request.detail === 1
    ? listTransactions(db, { wanted, period, filters }, request)
    : sumUp(db, { wanted, period, filters });
}

function askedPeriod({ start_date, end_date, month }: BillingQueryRequest, now: Date): Period {
  if (start_date !== undefined && end_date !== undefined) return { from: start_date, until: end_date };
  const { start, end } = month ?? nzMonth(now);
  return { from: start, until: new Date(end.getTime() - 1) };
}

/** The filter of a query, and its form in the response. */
type BillingQuery = { wanted: BillingSelection; period: Period; filters: BillingFilters };

async function sumUp(
  db: Queryable,
  { wanted, period, filters }: BillingQuery,
): Promise<BillingSummaryResponse> {
  const rows = await db.query<SummaryRow>(summaryStatement(wanted, partsOf(period), SUMMARY_ROWS));
  const [first] = rows;
  const omitted = Number(first?.allRows ?? 0n) - rows.length;
  return {
    status: "success",
    mode: "summary",
    rateCodes: rows.map(toRow),
    ...(omitted > 0 ? { rateCodesOmitted: omitted } : {}),
    totals: {
      messages: Number(first?.allMessages ?? 0n),
      segments: Number(first?.allSegments ?? 0n),
      ...toMoney(first?.allNetMicros ?? 0n, first?.allGstMicros ?? 0n),
    },
    filters,
  };
}

/**
 * Lists one page of transactions. The sums of days give their total, and the days of the page. The ledger is counted
 * neither for the total nor for a late page.
 */
async function listTransactions(
  db: Database,
  { wanted, period: { from, until }, filters }: BillingQuery,
  asked: { page: number; limit: number },
): Promise<BillingDetailResponse> {
  const begin = dayStart(DETAIL_FROM);
  const kept = { from: from < begin ? begin : from, until };
  const { total, rows } = await db.transaction(async (tx) => {
    // Counts and transactions are read from one snapshot: a message or refund in between would shift the page.
    await tx.query(READ_ONE_SNAPSHOT);
    const counted = kept.from > kept.until ? [] : await countPieces(tx, wanted, partsOf(kept));
    const slices = slicesOf(counted, (asked.page - 1) * asked.limit, asked.limit);
    return {
      total: counted.reduce((sum, { messages }) => sum + messages, 0),
      rows: slices.length === 0 ? [] : await tx.query<TransactionRow>(transactionsStatement(wanted, slices)),
    };
  });
  return {
    status: "success",
    mode: "detail",
    transactions: rows.map(toTransaction),
    pagination: paginate(asked, total),
    filters,
  };
}

type CountedPiece = Period & { messages: number };

/** Returns the days and edges of a period that have transactions, newest first. */
async function countPieces(
  tx: Queryable,
  wanted: BillingSelection,
  { days, edges }: PeriodParts,
): Promise<CountedPiece[]> {
  const byDay =
    days === null ? [] : await tx.query<{ day: string; messages: bigint }>(countDaysStatement(wanted, days));
  const byEdge =
    edges.length === 0
      ? []
      : await tx.query<Period & { messages: bigint }>(countEdgesStatement(wanted, edges));
  return [
    ...byDay.map(({ day, messages }) => ({ from: dayStart(day), until: dayEnd(day), messages })),
    ...byEdge,
  ]
    .map((piece) => ({ ...piece, messages: Number(piece.messages) }))
    .sort((a, b) => b.from.getTime() - a.from.getTime());
}

/** Returns the parts of days and edges that make the page after the `offset` newest transactions. */
function slicesOf(counted: readonly CountedPiece[], offset: number, limit: number): Slice[] {
  const slices: Slice[] = [];
  let skip = offset;
  let left = limit;
  for (const { from, until, messages } of counted) {
    const take = Math.min(messages - skip, left);
    if (take > 0) slices.push({ from, until, skip, take });
    left -= Math.max(take, 0);
    skip = Math.max(skip - messages, 0);
    if (left === 0) break;
  }
  return slices;
}

function partsOf({ from, until }: Period): PeriodParts {
  const [first, last] = [nzDate(from), nzDate(until)];
  const startsWhole = from.getTime() === dayStart(first).getTime();
  const endsWhole = until.getTime() === dayEnd(last).getTime();
  if (first === last && !(startsWhole && endsWhole)) return { days: null, edges: [{ from, until }] };
  const edges: Period[] = [];
  if (!startsWhole) edges.push({ from, until: dayEnd(first) });
  if (!endsWhole) edges.push({ from: dayStart(last), until });
  const days = {
    first: startsWhole ? first : nzDate(new Date(dayEnd(first).getTime() + 1)),
    last: endsWhole ? last : nzDate(new Date(dayStart(last).getTime() - 1)),
  };
  return { days: days.first <= days.last ? days : null, edges };
}

const dayStart = (day: string) => parseNzDateTime(day, "start") as Date;
const dayEnd = (day: string) => parseNzDateTime(day, "end") as Date;

function toRow(row: SummaryRow): BillingRow {
  const { rateCode, sendType, messages, segments, netMicros, gstMicros } = row;
  const suffix = SUFFIXES[sendType];
  return {
    rateCode,
    sendType,
    ...(suffix !== null && rateCode.endsWith(suffix)
      ? { baseRateCode: rateCode.slice(0, -suffix.length) }
      : {}),
    messages: Number(messages),
    segments: Number(segments),
    ...toMoney(netMicros, gstMicros),
  };
}

function toTransaction(row: TransactionRow): BilledTransaction {
  return {
    transactionId: row.id,
    messageId: row.messageId,
    customerMessageId: row.customerMessageId,
    to: row.msisdn,
    sendType: row.sendType,
    rateCode: row.rateCode ?? UNTAGGED,
    segments: row.segments,
    ...toMoney(row.netMicros, row.gstMicros),
    billedAt: formatNz(row.createdAt),
  };
}

function toMoney(netMicros: bigint, gstMicros: bigint) {
  return {
    amount: toDollars(netMicros),
    gst: toDollars(gstMicros),
    totalInclGst: toDollars(netMicros + gstMicros),
  };
}
