import { paginate } from "@/lib/contracts/base/pagination";
import type {
  BlockedNumberRecord,
  UnsubscribesRequest,
  UnsubscribesResponse,
} from "@/lib/contracts/gateway/unsubscribes";
import type { Database } from "@/lib/db/client";
import {
  type BlockedRow,
  blockedAfterStatement,
  blockedPageStatement,
  countBlockedStatement,
} from "@/lib/optouts/query-unsubscribes.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Lists an account's blocked numbers (rules: unsubscribes query), the latest change first.
 * @param request `beginning`: only numbers that begin with these digits.
 */
export async function queryUnsubscribes(
  db: Database,
  accountId: number,
  request: UnsubscribesRequest & { beginning?: string | undefined },
): Promise<UnsubscribesResponse> {
  const { since, include, beginning, page, limit } = request;
  const wanted = { accountId, since, include, beginning };
  const [counted] = await db.query<{ total: number }>(countBlockedStatement(wanted));
  const total = counted?.total ?? 0;
  const offset = (page - 1) * limit;
  const rows =
    offset >= total ? [] : await db.query<BlockedRow>(blockedPageStatement(wanted, { limit, offset }));
  return { status: "success", numbers: rows.map(toRecord), pagination: paginate(request, total) };
}

/** Returns an account's next blocked numbers after a given one, sorted by number. It reads all of them in batches. */
export async function readBlockedAfter(
  db: Database,
  accountId: number,
  which: { include: "active" | "all"; beginning?: string | undefined },
  { after, limit }: { after: string; limit: number },
): Promise<BlockedNumberRecord[]> {
  const rows = await db.query<BlockedRow>(blockedAfterStatement({ accountId, ...which }, after, limit));
  return rows.map(toRecord);
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
