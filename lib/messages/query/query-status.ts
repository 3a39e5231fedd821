import type {
  StatusQueryRequest,
  StatusQueryResponse,
  StatusRecord,
} from "@/lib/contracts/gateway/status-query";
import { STATUS_QUERY_IDS } from "@/lib/contracts/gateway/status-query";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { readMessageIds } from "@/lib/messages/query/message-ids";
import {
  byCustomerIdStatement,
  byIdsStatement,
  type StatusList,
  type StatusRow,
  statusListStatement,
} from "@/lib/messages/query/query-status.sql";
import { formatNz, nzMonth, parseNzDateTime } from "@/lib/sms/nz-time";

/**
 * Returns the statuses of an account's messages (rules: status query). There are three modes: by gateway ids, by the
 * customer's id, or the list of the current New Zealand month. If parameters of several modes are given, the first of
 * these applies.
 * @throws GatewayError `invalid_parameter` for texts that are no ids, and dates outside the current month.
 */
export async function queryStatus(
  db: Database,
  accountId: number,
  request: StatusQueryRequest,
  now: Date,
): Promise<StatusQueryResponse> {
  if (request.message_id !== undefined) return byGatewayId(db, accountId, request.message_id);
  if (request.messageId !== undefined) return byCustomerId(db, accountId, request.messageId);
  const rows = await db.query<StatusRow>(statusListStatement(accountId, listOf(request, now)));
  return { status: "success", messages: rows.map(toRecord), notFound: [] };
}

async function byGatewayId(db: Database, accountId: number, list: string): Promise<StatusQueryResponse> {
  const ids = readMessageIds(list, STATUS_QUERY_IDS);
  const stored = ids.filter(isId);
  const rows = await db.query<StatusRow>(byIdsStatement(accountId, stored));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.map((id) => byId.get(id));
  return {
    status: "success",
    messages: found.flatMap((row) => (row ? [toRecord(row)] : [])),
    notFound: ids.filter((_, index) => !found[index]),
  };
}

async function byCustomerId(
  db: Database,
  accountId: number,
  messageId: string,
): Promise<StatusQueryResponse> {
  const rows = await db.query<StatusRow>(byCustomerIdStatement(accountId, messageId));
  return { status: "success", messages: rows.map(toRecord), notFound: rows.length > 0 ? [] : [messageId] };
}

function listOf(request: StatusQueryRequest, now: Date): StatusList {
  const month = nzMonth(now);
  const from = boundary("start_date", request.start_date, "start", month) ?? month.start;
  const until = boundary("end_date", request.end_date, "end", month) ?? new Date(month.end.getTime() - 1);
  if (from > until) {
    throw new GatewayError("invalid_parameter", "Parameter 'start_date' must not be after 'end_date'.");
  }
  const { to, status, page, limit } = request;
  return { from, until, to, status, limit, offset: (page - 1) * limit };
}

function boundary(
  name: "start_date" | "end_date",
  value: string | undefined,
  edge: "start" | "end",
  month: { start: Date; end: Date },
): Date | null {
  if (value === undefined) return null;
  const at = parseNzDateTime(value, edge);
  if (at === null) {
    throw new GatewayError(
      "invalid_parameter",
      `Parameter '${name}' must be a date that exists, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS.`,
    );
  }
  if (at < month.start || at >= month.end) {
    throw new GatewayError(
      "invalid_parameter",
      `Parameter '${name}' must lie within the current calendar month.`,
    );
  }
  return at;
}

function toRecord(row: StatusRow): StatusRecord {
  return {
    message_id: row.id,
    to: row.msisdn,
    from: row.sender,
    status: row.status,
    statusCode: row.statusCode,
    sentTime: formatNz(row.acceptedAt),
    ...(row.statusAt === null ? {} : { statusTime: formatNz(row.statusAt) }),
    ...(row.sendAt === null ? {} : { sendAt: formatNz(row.sendAt) }),
    ...(row.customerMessageId === null ? {} : { customerMessageId: row.customerMessageId }),
    ...(row.rateCode === null ? {} : { rateCode: row.rateCode }),
    ...(row.blockedReason === null ? {} : { blockedReason: row.blockedReason }),
  };
}
