import type { BulkSend } from "@/lib/contracts/members/messages";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { formatNz } from "@/lib/sms/nz-time";

type Row = { acceptedAt: Date; total: number; kept: number; delivered: number; failed: number };

/**
 * How far the messages of a bulk send are. Each is looked up by its key; those deleted by their age are not counted.
 * @throws GatewayError `not_found`.
 */
export async function readBulkSend(db: Database, accountId: number, id: string): Promise<BulkSend> {
  const [row] = isId(id)
    ? await db.query<Row>(sql`
        select s.accepted_at as "acceptedAt", counted.* from bulk_sends s
        cross join lateral (
          select count(*)::int as total, count(m.id)::int as kept,
            (count(*) filter (where m.status = 'DELIVRD'))::int as delivered, count(m.failed_status)::int as failed
          from unnest(s.message_ids) as sent (id)
          left join lateral (select * from messages where id = sent.id offset 0) m on true) counted
        where s.id = ${id}::uuid and s.account_id = ${accountId}`)
    : [];
  if (!row) throw new GatewayError("not_found", "There is no such send.");
  const { acceptedAt, total, kept, delivered, failed } = row;
  return { acceptedAt: formatNz(acceptedAt), total, delivered, failed, waiting: kept - delivered - failed };
}
