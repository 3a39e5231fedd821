import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationCallRecord } from "@/lib/contracts/members/integrations";
import type { Queryable } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { type CallRow, callsStatement, countCallsStatement } from "@/lib/integrations/manage/list-calls.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists the calls of an account's integration, newest first. Only the last hundred are stored, so counting them is
 * cheap.
 */
export async function listCalls(
  db: Queryable,
  accountId: number,
  { kind, ...asked }: { kind: IntegrationKind; page: number; limit: number },
): Promise<{ calls: IntegrationCallRecord[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    readCount(db, countCallsStatement(accountId, kind)),
    db.query<CallRow>(callsStatement(accountId, kind, asked)),
  ]);
  return {
    calls: rows.map((row) => ({ ...row, at: formatNz(row.at) })),
    pagination: paginate(asked, total),
  };
}
