import { STATUS_QUERY_IDS, type StatusRecord } from "@/lib/contracts/gateway/status-query";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { ALL_MESSAGES, sourceFor } from "@/lib/queue/message-queue.sql";
import { hasStatus, LEFT_JOIN_INTERIM, STATUS, STATUS_AT, STATUS_CODE } from "@/lib/queue/status.sql";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import type { DeliveryStatus } from "@/lib/sms/status";

/** A message as the status query reads it. */
export type StatusRow = {
  id: string;
  msisdn: string;
  sender: string;
  status: StatusRecord["status"];
  statusCode: number | null;
  acceptedAt: Date;
  statusAt: Date | null;
  sendAt: Date | null;
  customerMessageId: string | null;
  rateCode: string | null;
  blockedReason: "unsubscribed" | "invalid_number" | null;
};

const COLUMNS = sql`m.id, m.msisdn, m.sender, ${STATUS} as status, ${STATUS_CODE} as "statusCode", m.accepted_at as "acceptedAt",
  ${STATUS_AT} as "statusAt", m.send_at as "sendAt", m.customer_message_id as "customerMessageId", m.rate_code as "rateCode",
  m.blocked_reason as "blockedReason"`;

/**
 * Returns the statement for found messages as `StatusRow`, newest first. The other rows of each are looked up after
 * the messages are chosen.
 */
const rowsOf = (found: Sql): Sql => sql`
    select ${COLUMNS} from (${found}) m ${LEFT_JOIN_INTERIM} order by m.accepted_at desc, m.id desc`;

/** Reads the account's messages with one of these ids. */
export function byIdsStatement(accountId: number, ids: readonly string[]): Sql {
  return rowsOf(sql`
      select m.* from messages m where m.id = any(${[...ids]}::uuid[]) and m.account_id = ${accountId}`);
}

/** Reads an account's latest messages with an id of its own, newest first. */
export function byCustomerIdStatement(accountId: number, customerMessageId: string): Sql {
  return rowsOf(sql`
      select m.* from messages m where m.account_id = ${accountId} and m.customer_message_id = ${customerMessageId}
      order by m.accepted_at desc, m.id desc limit ${STATUS_QUERY_IDS}`);
}

/** The messages of an account that a page lists. `from` and `until` are inclusive. */
export type StatusList = {
  from: Date;
  until: Date;
  to: string | undefined;
  status: DeliveryStatus | undefined;
  limit: number;
  offset: number;
};

/** Reads a page of an account's messages, newest first. */
export function statusListStatement(accountId: number, list: StatusList): Sql {
  const { from, until, to, status, limit, offset } = list;
  // A recipient has few messages of any status, and an index.
  const source = to === undefined ? sourceFor(status) : ALL_MESSAGES;
  return rowsOf(sql`
      select m.* from ${source.from}
      where ${source.accountId} = ${accountId} and ${source.at} between ${from} and ${until}
        ${to === undefined ? NOTHING : sql`and m.msisdn = ${normaliseMsisdn(to) ?? to}`}
        ${status === undefined ? NOTHING : hasStatus(status, source)}
      order by ${source.at} desc, ${source.id} desc limit ${limit} offset ${offset}`);
}
