import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** A blocked number, or one that was. */
export type BlockedRow = {
  msisdn: string;
  keyword: string;
  shortcode: string | null;
  blockedAt: Date;
  active: boolean;
  resubscribedAt: Date | null;
};

/** Which of an account's blocked numbers: only active ones or all, and those that begin with certain digits. */
type Wanted = { accountId: number; include: "active" | "all"; beginning?: string | undefined };

/** The same, changed since a time. */
type WantedSince = Wanted & { since?: Date | undefined };

const COLUMNS = sql`n.msisdn, n.keyword, n.shortcode, n.blocked_at as "blockedAt", n.active,
  n.resubscribed_at as "resubscribedAt"`;

/** As the index has it: `greatest` passes over a null. */
const CHANGED_AT = sql`greatest(n.blocked_at, n.resubscribed_at)`;

/** How many blocked numbers there are, as `total`. */
export function countBlockedStatement(wanted: WantedSince): Sql {
  return sql`select count(*)::int as total ${changedSince(wanted)}`;
}

/** One page of blocked numbers, what changed last first. */
export function blockedPageStatement(wanted: WantedSince, page: { limit: number; offset: number }): Sql {
  return sql`
    select ${COLUMNS} ${changedSince(wanted)}
    order by ${CHANGED_AT} desc, n.msisdn limit ${page.limit} offset ${page.offset}`;
}

/** The next blocked numbers behind one, by number. */
export function blockedAfterStatement(wanted: Wanted, after: string, limit: number): Sql {
  return sql`
    select ${COLUMNS} ${blockedOf(wanted)} and n.msisdn > ${after}
    order by n.msisdn limit ${limit}`;
}

function changedSince({ since, ...wanted }: WantedSince): Sql {
  return sql`${blockedOf(wanted)} ${since === undefined ? NOTHING : sql`and ${CHANGED_AT} >= ${since}::timestamptz`}`;
}

function blockedOf({ accountId, include, beginning }: Wanted): Sql {
  return sql`
    from blocked_numbers n
    where n.account_id = ${accountId}
      ${beginning === undefined ? NOTHING : beginsWith(beginning)}
      ${include === "all" ? NOTHING : sql`and n.active`}`;
}

/** Numbers are digits, and at most 15 of them: what begins so is a range of the key. */
function beginsWith(digits: string): Sql {
  return sql`and n.msisdn between ${digits} and ${digits.padEnd(16, "9")}`;
}
