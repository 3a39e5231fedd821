import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { countUnroutedStatement, type UnroutedRow, unroutedStatement } from "@/lib/inbound/list-inbound.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Messages from mobile users that belong to no account (rules: inbound owner), newest first. The reason
 * follows from the shortcodes as they are now.
 */
export async function listUnrouted(
  db: Database,
  asked: { page: number; limit: number },
): Promise<{ messages: UnroutedRecord[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    readCount(db, countUnroutedStatement()),
    db.query<UnroutedRow>(unroutedStatement(asked)),
  ]);
  return {
    messages: rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: formatNz(receivedAt) })),
    pagination: paginate(asked, total),
  };
}
