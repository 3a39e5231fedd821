import type { Place } from "@/lib/contracts/members/cursor";
import type { ExportInboxRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { type InboundRow, inboundStretchStatement } from "@/lib/inbound/list-inbound.sql";
import { handsetNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/** A message in for a file, with the state of the last delivery of its event. */
export type ExportedInbound = InboundRow & Place;

/** The names of the columns of the file. */
export const INBOX_COLUMNS = [
  "Message id",
  "Received (NZ time)",
  "From",
  "To",
  "Text",
  "Network",
  "Answers message",
  "Webhook",
  "Webhook response",
] as const;

/** The messages in that are read for a file. Without `after` they begin with the newest. */
export type InboundExportRange = {
  accountId: number;
  request: ExportInboxRequest;
  after: Place | undefined;
  size: number;
};

/** Reads at most `size` of an account's messages in, newest first, older than a position. */
export async function readInboundExport(
  db: Database,
  { accountId, request, after, size }: InboundExportRange,
): Promise<ExportedInbound[]> {
  const { number, tag, start, end } = request;
  const from = number ? handsetNumber(number) : null;
  const days = { start: start ?? null, end: end ?? null };
  const filter = { from, to: null, tag: tag ?? null, ...days, responseCode: null };
  const stretch = { place: after ?? null, direction: "older", limit: size } as const;
  const rows = await db.query<InboundRow>(inboundStretchStatement(accountId, filter, stretch));
  return rows.map((row) => ({ ...row, at: row.receivedAt }));
}

/** Returns the cells of a row, in the order of the columns. */
export function inboundCells(row: ExportedInbound): (string | number | null)[] {
  const { id, at, msisdn, shortcode, body, network, relatedMessageId, deliveryState, responseCode } = row;
  return [id, formatNz(at), msisdn, shortcode, body, network, relatedMessageId, deliveryState, responseCode];
}
