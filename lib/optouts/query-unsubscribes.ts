import { paginate } from "@/lib/contracts/base/pagination";
import type {
  BlockedNumberRecord,
  UnsubscribesRequest,
  UnsubscribesResponse,
} from "@/lib/contracts/gateway/unsubscribes";
import type { Database } from "@/lib/db/client";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";
import { formatNz } from "@/lib/sms/nz-time";

type BlockedRow = {
  msisdn: string;
  keyword: string;
  shortcode: string | null;
  blockedAt: Date;
  active: boolean;
  resubscribedAt: Date | null;
};

const COLUMNS = sql`n.msisdn, n.keyword, n.shortcode, n.blocked_at as "blockedAt", n.active,
  n.resubscribed_at as "resubscribedAt"`;

/**
 * An account's blocked numbers (rules: unsubscribes query), what changed last first.
 * @param request `beginning`: only numbers that begin with these digits.
 */
export async function queryUnsubscribes(
  db: Database,
  accountId: number,
  request: UnsubscribesRequest & { beginning?: string | undefined },
): Promise<UnsubscribesResponse> {
  const { since, include, beginning, page, limit } = request;
  // As the index has it: `greatest` passes over a null.
  const changedAt = sql`greatest(n.blocked_at, n.resubscribed_at)`;
  const wanted = sql`
    from blocked_numbers n
    where n.account_id = ${accountId}
      ${since === undefined ? NOTHING : sql`and ${changedAt} >= ${since}::timestamptz`}
      ${beginning === undefined ? NOTHING : beginsWith(beginning)}
      ${include === "all" ? NOTHING : sql`and n.active`}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total ${wanted}`);
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total
      ? []
      : await db.query<BlockedRow>(sql`
          select ${COLUMNS} ${wanted}
          order by ${changedAt} desc, n.msisdn limit ${limit} offset ${offset}`);
  return { status: "success", numbers: rows.map(toRecord), pagination: paginate(request, total) };
}

/** The next of an account's blocked numbers behind one of them, by number: for reading all of them in pieces. */
export async function readBlockedAfter(
  db: Database,
  accountId: number,
  which: { include: "active" | "all"; beginning?: string | undefined },
  after: string,
  limit: number,
): Promise<BlockedNumberRecord[]> {
  const rows = await db.query<BlockedRow>(sql`
    select ${COLUMNS} from blocked_numbers n
    where n.account_id = ${accountId} and n.msisdn > ${after}
      ${which.beginning === undefined ? NOTHING : beginsWith(which.beginning)}
      ${which.include === "all" ? NOTHING : sql`and n.active`}
    order by n.msisdn limit ${limit}`);
  return rows.map(toRecord);
}

/** Numbers are digits, and at most 15 of them: what begins so is a range of the key. */
function beginsWith(digits: string): Sql {
  return sql`and n.msisdn between ${digits} and ${digits.padEnd(16, "9")}`;
}

function toRecord(row: BlockedRow): BlockedNumberRecord {
  return {
    number: row.msisdn,
    keyword: row.keyword,
    blockedAt: formatNz(row.blockedAt),
    active: row.active,
    ...(row.shortcode === null ? {} : { shortcode: row.shortcode }),
    ...(row.resubscribedAt === null ? {} : { resubscribedAt: formatNz(row.resubscribedAt) }),
  };
}
