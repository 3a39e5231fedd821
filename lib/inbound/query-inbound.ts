import { paginate } from "@/lib/contracts/base/pagination";
import type { MoQueryRequest, MoQueryResponse, MoRecord } from "@/lib/contracts/gateway/mo-query";
import type { Database } from "@/lib/db/client";
import { countInboundStatement, type InboundRow, inboundPageStatement } from "@/lib/inbound/list-inbound.sql";
import { handsetNumber, shortcodeNumber } from "@/lib/inbound/owner/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Returns an account's messages in (rules: inbound query), newest first, each with the last attempt to deliver its
 * event.
 */
export async function queryInbound(
  db: Database,
  accountId: number,
  request: MoQueryRequest,
): Promise<MoQueryResponse> {
  const { callback_status: code, start_date: start, end_date: end, page, limit } = request;
  const from = request.from === undefined ? null : handsetNumber(request.from);
  const to = request.to === undefined ? null : shortcodeNumber(request.to);
  const days = { start: start ?? null, end: end ?? null };
  const filter = { from, to, tag: null, ...days, responseCode: code ?? null };
  const [counted] = await db.query<{ total: number }>(countInboundStatement(accountId, filter));
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<InboundRow>(inboundPageStatement(accountId, filter, { limit, offset }));
  return {
    status: "success",
    messages: rows.map(toRecord),
    pagination: paginate(request, total),
    filters: {
      from,
      to,
      callback_status: code ?? null,
      start_date: start === undefined ? null : formatNz(start),
      end_date: end === undefined ? null : formatNz(end),
    },
  };
}

function toRecord(row: InboundRow): MoRecord {
  return {
    messageId: row.id,
    from: row.msisdn,
    to: row.shortcode,
    body: row.body,
    receivedTime: formatNz(row.receivedAt),
    timestamp: Math.floor(row.receivedAt.getTime() / 1000),
    ...(row.relatedMessageId === null ? {} : { relatedMessageId: row.relatedMessageId }),
    ...(row.attemptedUrl === null ? {} : { callbackUrl: row.attemptedUrl }),
    ...(row.responseCode === null ? {} : { callbackStatus: row.responseCode }),
    ...(row.responseBody ? { callbackResponse: row.responseBody } : {}),
  };
}
