import type { Place } from "@/lib/contracts/members/cursor";
import type { ExportInboxRequest } from "@/lib/contracts/members/inbox";
import type { Database } from "@/lib/db/client";
import { beyond, nearestFirst } from "@/lib/db/keyset";
import { NOTHING, sql } from "@/lib/db/sql";
import { handsetNumber } from "@/lib/inbound/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/** A message in as a file has it, with what the webhook said to it last. */
export type ExportedInbound = {
  id: string;
  at: Date;
  number: string;
  shortcode: string;
  text: string;
  network: string | null;
  relatedMessageId: string | null;
  webhook: string | null;
  responseCode: number | null;
};

/** The names of the columns of the file. */
export const INBOX_COLUMNS = [
  ...["Message id", "Received (NZ time)", "From", "To", "Text", "Network", "Answers message"],
  ...["Webhook", "Webhook response"],
] as const;

const SORTED_BY = { at: sql`i.received_at`, id: sql`i.id` };

/**
 * At most `size` of the messages that came in to an account, newest first, older than a place (by
 * `inbound_messages_account_id_received_at_id_idx`, of one number by `inbound_messages_msisdn_idx`).
 */
export function readInboundExport(
  db: Database,
  accountId: number,
  { number, start, end }: ExportInboxRequest,
  after: Place | undefined,
  size: number,
): Promise<ExportedInbound[]> {
  const stretch = { place: after ?? null, direction: "older", limit: size } as const;
  return db.query<ExportedInbound>(sql`
    with page as materialized (
      select i.* from inbound_messages i
      where i.account_id = ${accountId} ${number ? sql`and i.msisdn = ${handsetNumber(number)}` : NOTHING}
        ${start === undefined ? NOTHING : sql`and i.received_at >= ${start}::timestamptz`}
        ${end === undefined ? NOTHING : sql`and i.received_at <= ${end}::timestamptz`} ${beyond(SORTED_BY, stretch)}
      ${nearestFirst(SORTED_BY, stretch)}
    )
    select i.id, i.received_at as at, i.msisdn as number, i.shortcode, i.body as text, i.network,
      i.related_message_id as "relatedMessageId", d.state as webhook, d.response_code as "responseCode"
    from page i
    left join lateral (
      select * from webhook_deliveries w where w.inbound_id = i.id order by w.created_at desc, w.id desc limit 1
    ) d on true
    ${nearestFirst(SORTED_BY, stretch)}`);
}

/** The cells of a row, in the order of the columns. */
export function inboundCells(row: ExportedInbound): (string | number | null)[] {
  const { id, at, number, shortcode, text, network, relatedMessageId, webhook, responseCode } = row;
  return [id, formatNz(at), number, shortcode, text, network, relatedMessageId, webhook, responseCode];
}
