import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationCallRecord } from "@/lib/contracts/members/integrations";
import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";

type Row = Omit<IntegrationCallRecord, "at"> & { at: Date };

/** The calls of an account's integration, newest first: the last hundred, so that they may be counted. */
export async function listCalls(
  db: Queryable,
  accountId: number,
  { kind, ...asked }: { kind: IntegrationKind; page: number; limit: number },
): Promise<{ calls: IntegrationCallRecord[]; pagination: Pagination }> {
  const [[counted], rows] = await Promise.all([
    db.query<{ total: number }>(sql`
      select count(*)::int as total from integration_calls
      where account_id = ${accountId} and kind = ${kind}::integration_kind`),
    // A message that is not there any more is no place to lead to.
    db.query<Row>(sql`
      select c.id, c.at, c.status, c.result, c.recipient, c.recipients, m.id as "messageId"
      from integration_calls c
      left join messages m on m.id = c.message_id and m.account_id = c.account_id
      where c.account_id = ${accountId} and c.kind = ${kind}::integration_kind
      order by c.id desc limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`),
  ]);
  return {
    calls: rows.map((row) => ({ ...row, at: formatNz(row.at) })),
    pagination: paginate(asked, counted?.total ?? 0),
  };
}
