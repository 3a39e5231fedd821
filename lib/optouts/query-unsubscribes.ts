import { paginate } from "@/lib/contracts/pagination";
import type {
  BlockedNumberRecord,
  UnsubscribesRequest,
  UnsubscribesResponse,
} from "@/lib/contracts/unsubscribes";
import type { Database } from "@/lib/db/client";
import { NOTHING, sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";

type Row = {
  msisdn: string;
  keyword: string;
  shortcode: string | null;
  blockedAt: Date;
  active: boolean;
  resubscribedAt: Date | null;
};

/** An account's blocked numbers (spec 4.12), what changed last first. */
export async function queryUnsubscribes(
  db: Database,
  accountId: number,
  request: UnsubscribesRequest,
): Promise<UnsubscribesResponse> {
  const { since, include, page, limit } = request;
  // As the index has it: `greatest` passes over a null.
  const changedAt = sql`greatest(n.blocked_at, n.resubscribed_at)`;
  const wanted = sql`
    from blocked_numbers n
    where n.account_id = ${accountId}
      ${since === undefined ? NOTHING : sql`and ${changedAt} >= ${since}::timestamptz`}
      ${include === "all" ? NOTHING : sql`and n.active`}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${wanted}`);
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<Row>(sql`
          select n.msisdn, n.keyword, n.shortcode, n.blocked_at as "blockedAt", n.active,
            n.resubscribed_at as "resubscribedAt" ${wanted}
          order by ${changedAt} desc, n.msisdn limit ${limit} offset ${offset}`);
  return { status: "success", numbers: rows.map(toRecord), pagination: paginate(request, total) };
}

function toRecord(row: Row): BlockedNumberRecord {
  return {
    number: row.msisdn,
    keyword: row.keyword,
    blockedAt: formatNz(row.blockedAt),
    active: row.active,
    ...(row.shortcode === null ? {} : { shortcode: row.shortcode }),
    ...(row.resubscribedAt === null ? {} : { resubscribedAt: formatNz(row.resubscribedAt) }),
  };
}
