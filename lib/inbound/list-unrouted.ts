import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";

type Row = Omit<UnroutedRecord, "receivedAt" | "why"> & { receivedAt: Date; known: boolean };

/**
 * The messages from mobile users that belong to no account (rules: inbound owner), newest first. Why is told by the
 * senders as they are now.
 */
export async function listUnrouted(
  db: Database,
  asked: { page: number; limit: number },
): Promise<{ messages: UnroutedRecord[]; pagination: Pagination }> {
  const [counted] = await db.query<{ total: number }>(
    sql`select count(*)::int as total from inbound_messages where account_id is null`,
  );
  const total = counted?.total ?? 0;
  const offset = (asked.page - 1) * asked.limit;
  const rows =
    offset >= total
      ? []
      : await db.query<Row>(sql`
          with page as (
            select * from inbound_messages where account_id is null
            order by received_at desc, id desc limit ${asked.limit} offset ${offset}
          )
          select p.id, p.received_at as "receivedAt", p.msisdn as "from", p.shortcode as "to", p.body, p.network,
            p.carrier, exists (select 1 from shortcodes s where s.number = p.shortcode) as known
          from page p order by p.received_at desc, p.id desc`);
  return {
    messages: rows.map(({ receivedAt, known, ...row }) => ({
      ...row,
      receivedAt: formatNz(receivedAt),
      why: known ? "no_conversation" : "unknown_shortcode",
    })),
    pagination: paginate(asked, total),
  };
}
