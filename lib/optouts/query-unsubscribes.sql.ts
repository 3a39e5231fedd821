import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** A number that is blocked or was blocked. */
export type BlockedRow = {
  msisdn: string;
  keyword: string;
  shortcode: string | null;
  blockedAt: Date;
  active: boolean;
  resubscribedAt: Date | null;
};

/** The filter of an account's blocked numbers: only active ones or all, and those that begin with certain digits. */
type BlockedFilter = { accountId: number; include: "active" | "all"; beginning?: string | undefined };

/** The same filter, limited to numbers that changed since a time. */
type ChangedFilter = BlockedFilter & { since?: Date | undefined };

const COLUMNS = sql`n.msisdn, n.keyword, n.shortcode, n.blocked_at as "blockedAt", n.active,
  n.resubscribed_at as "resubscribedAt"`;

/** The expression of the index. `greatest` ignores a null. */
const CHANGED_AT = sql`greatest(n.blocked_at, n.resubscribed_at)`;

/** Counts blocked numbers, as `total`. */
export function countBlockedStatement(wanted: ChangedFilter): Sql {
  return sql`select count(*)::int as total ${changedSince(wanted)}`;
}

/** Reads one page of blocked numbers, the latest change first. */
export function blockedPageStatement(wanted: ChangedFilter, page: { limit: number; offset: number }): Sql {
  return sql`
    select ${COLUMNS} ${changedSince(wanted)}
    order by ${CHANGED_AT} desc, n.msisdn limit ${page.limit} offset ${page.offset}`;
}

/** Reads the next blocked numbers after a given one, sorted by number. */
export function blockedAfterStatement(wanted: BlockedFilter, after: string, limit: number): Sql {
  return sql`
    select ${COLUMNS} ${blockedOf(wanted)} and n.msisdn > ${after}
    order by n.msisdn limit ${limit}`;
}

function changedSince({ since, ...wanted }: ChangedFilter): Sql {
  return sql`${blockedOf(wanted)} ${since === undefined ? NOTHING : sql`and ${CHANGED_AT} >= ${since}::timestamptz`}`;
}

function blockedOf({ accountId, include, beginning }: BlockedFilter): Sql {
  return sql`
    from blocked_numbers n
    where n.account_id = ${accountId}
      ${beginning === undefined ? NOTHING : beginsWith(beginning)}
      ${include === "all" ? NOTHING : sql`and n.active`}`;
}

/** Numbers are digits, 15 at most, so that numbers with a common beginning are a range of the key. */
function beginsWith(digits: string): Sql {
  return sql`and n.msisdn between ${digits} and ${digits.padEnd(16, "9")}`;
}
