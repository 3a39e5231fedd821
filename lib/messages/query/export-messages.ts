import type { Place } from "@/lib/contracts/members/cursor";
import type { MessageFilter, MessageState } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import type { ListedRow } from "@/lib/messages/query/list-messages";
import { EXPORTED_COLUMNS, JOIN_PRICES, listStatement } from "@/lib/messages/query/list-messages.sql";
import { messageState } from "@/lib/messages/query/message-state";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";

/** A message for a file: as in a list, with its price, which is zero if it was refunded. */
export type ExportedRow = ListedRow & {
  messageClass: string;
  encoding: string;
  statusCode: number | null;
  statusAt: Date | null;
  blockedReason: string | null;
  netMicros: bigint;
  gstMicros: bigint;
};

/** The names of the columns of the file. */
export const EXPORT_COLUMNS = [
  "Message id",
  "Own id",
  "Accepted (NZ time)",
  "To",
  "From",
  "Text",
  "Type",
  "Class",
  "Rate code",
  "Encoding",
  "Parts",
  "Status",
  "Status code",
  "Status since (NZ time)",
  "Blocked because",
  "Price excl. GST",
  "GST",
  "Price incl. GST",
] as const;

/** The messages of an account that are read for a file. Without `after` they begin with the newest. */
export type ExportRange = {
  accountId: number;
  filter: MessageFilter;
  after: Place | undefined;
  size: number;
  now: Date;
};

/** Reads at most `size` messages that match a filter, newest first, older than a position. */
export function readExport(
  db: Database,
  { accountId, filter, after, size, now }: ExportRange,
): Promise<ExportedRow[]> {
  const stretch = { place: after ?? null, direction: "older", limit: size } as const;
  const list = { columns: EXPORTED_COLUMNS, accountId, filter, stretch, now, joins: JOIN_PRICES };
  return db.query<ExportedRow>(listStatement(list));
}

/** Returns the cells of a row, in the order of the columns. Amounts are in dollars. */
export function exportCells(row: ExportedRow, now: Date): (string | number | null)[] {
  const { id, ownId, at, to, from, text, sendType, messageClass, rateCode, encoding, parts } = row;
  const { statusCode, statusAt, blockedReason, netMicros, gstMicros } = row;
  const status = WAITING[messageState(row, now)] ?? row.status;
  return [
    id,
    ownId,
    formatNz(at),
    to,
    from,
    text,
    sendType,
    messageClass,
    rateCode,
    encoding,
    parts,
    status,
    statusCode,
    statusAt && formatNz(statusAt),
    blockedReason,
    toDecimal(netMicros),
    toDecimal(gstMicros),
    toDecimal(netMicros + gstMicros),
  ];
}

/** The states that a file distinguishes from PENDING, as the pages do. */
const WAITING: Partial<Record<MessageState, string>> = {
  HELD: "PENDING (held)",
  NIGHT: "PENDING (queued until morning)",
  SCHEDULED: "PENDING (scheduled)",
  PAUSED: "PENDING (paused)",
};
