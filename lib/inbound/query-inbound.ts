import { paginate } from "@/lib/contracts/base/pagination";
import type { MoQueryRequest, MoQueryResponse, MoRecord } from "@/lib/contracts/gateway/mo-query";
import type { Database } from "@/lib/db/client";
import { NOTHING, sql } from "@/lib/db/sql";
import { handsetNumber, shortcodeNumber } from "@/lib/inbound/handset-number";
import { formatNz } from "@/lib/sms/nz-time";

type Row = {
  id: string;
  msisdn: string;
  shortcode: string;
  body: string;
  receivedAt: Date;
  relatedMessageId: string | null;
  attemptedUrl: string | null;
  responseCode: number | null;
  responseBody: string | null;
};

/**
 * The messages that mobile users sent to an account (rules: inbound query), newest first, and what its webhook said to
 * each.
 */
export async function queryInbound(
  db: Database,
  accountId: number,
  request: MoQueryRequest,
): Promise<MoQueryResponse> {
  const { callback_status: code, start_date: start, end_date: end, page, limit } = request;
  const from = request.from === undefined ? null : handsetNumber(request.from);
  const to = request.to === undefined ? null : shortcodeNumber(request.to);
  const wanted = sql`
    from inbound_messages i
    where i.account_id = ${accountId}
      ${from === null ? NOTHING : sql`and i.msisdn = ${from}`}
      ${to === null ? NOTHING : sql`and i.shortcode = ${to}`}
      ${start === undefined ? NOTHING : sql`and i.received_at >= ${start}::timestamptz`}
      ${end === undefined ? NOTHING : sql`and i.received_at <= ${end}::timestamptz`}
      ${
        code === undefined
          ? NOTHING
          : sql`and i.id in (select d.inbound_id from webhook_deliveries d
              where d.account_id = ${accountId} and d.kind = 'inbound' and d.response_code = ${code})`
      }`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${wanted}`);
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<Row>(sql`
          with page as (select i.* ${wanted} order by i.received_at desc, i.id desc limit ${limit} offset ${offset})
          select p.id, p.msisdn, p.shortcode, p.body, p.received_at as "receivedAt",
            p.related_message_id as "relatedMessageId", d.attempted_url as "attemptedUrl",
            d.response_code as "responseCode", d.response_body as "responseBody"
          from page p
          left join lateral (
            select * from webhook_deliveries w where w.inbound_id = p.id order by w.created_at desc, w.id desc limit 1
          ) d on true
          order by p.received_at desc, p.id desc`);
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

function toRecord(row: Row): MoRecord {
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
