import type { ActivityRecord } from "@/lib/contracts/members/activity";
import { NOTHING, type Sql, sql } from "@/lib/db/sql";

/** A line of activity. `email` is the acting account's, and `personEmail` is the acting person's if it is known. */
export type ActivityRow = Pick<ActivityRecord, "id" | "action" | "details" | "address"> & {
  at: Date;
  actorId: number;
  email: string;
  personEmail: string | null;
  /** An administrator who has no account in this cell. */
  administrator: string | null;
};

/** The account and the range of an activity list. */
export type ActivityAsked = { accountId: number; start?: Date | undefined; end?: Date | undefined };

/** Returns a page of an account's activity, newest first, as `ActivityRow`. */
export function activityStatement(
  asked: ActivityAsked,
  { page, limit }: { page: number; limit: number },
): Sql {
  return sql`
    select v.id, v.at, v.actor_id as "actorId", a.email, p.email as "personEmail", v.administrator, v.action, v.details, v.address
    from activities v
    join accounts a on a.id = v.actor_id
    left join accounts p on p.id = v.person_id
    ${askedOf(asked)}
    order by v.at desc, v.id desc limit ${limit} offset ${(page - 1) * limit}`;
}

/** Returns the number of all these lines, as `count`. */
export function countActivityStatement(asked: ActivityAsked): Sql {
  return sql`select count(*)::int as count from activities v ${askedOf(asked)}`;
}

const askedOf = ({ accountId, start, end }: ActivityAsked) => sql`
  where v.account_id = ${accountId}
    ${start === undefined ? NOTHING : sql`and v.at >= ${start}::timestamptz`}
    ${end === undefined ? NOTHING : sql`and v.at <= ${end}::timestamptz`}`;
