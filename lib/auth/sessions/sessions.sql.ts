import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import type { Member, SessionClaims } from "@/lib/auth/sessions/member";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * The condition that a session is in an administrator's own account: a session in `own` of a person `p` with a
 * membership `m`.
 */
const IS_ADMINISTRATOR = sql`own.is_admin and own.id = p.id and m.role = 'owner'`;

/**
 * The person and the account of a session. `viewedId` is null without a view. For a viewed account in another cell,
 * the account's own columns are null, and `viewedName` is its name at the beginning of the view.
 */
export type MemberRow = Omit<Member, keyof Caller | "name" | "isElsewhere"> & {
  [Column in keyof Caller]: Caller[Column] | null;
} & {
  name: string | null;
  viewedId: number | null;
  viewedName: string | null;
};

/**
 * Reads the person and the account of a valid session, as `MemberRow`. For an administrator who views an account at
 * `now`, it is that account in any state, with a viewer's rights.
 */
export function memberStatement({ sessionId, personId, sessionVersion }: SessionClaims, now: Date): Sql {
  return prepared(
    "member",
    sql`select ${callerColumns(sql`, a.name, p.id as "personId", p.email, own.id as "ownAccountId",
        case when v.id is null then m.role else 'viewer' end as role, s.last_seen_at as "seenAt",
        v.id is null and ${IS_ADMINISTRATOR} as "isAdmin", v.ends_at as "viewEndsAt",
        v.account_id as "viewedId", v.account_name as "viewedName"`)}
      from sessions s
      join accounts p on p.id = s.person_id
      join accounts own on own.id = s.account_id
      join memberships m on m.account_id = s.account_id and m.person_id = s.person_id
      left join account_views v on v.session_id = s.id and v.administrator_id = p.id and v.ends_at > ${now}
        and ${IS_ADMINISTRATOR}
      left join accounts a on a.id = coalesce(v.account_id, own.id)
      where s.id = ${sessionId}::uuid and p.id = ${personId} and p.session_version = ${sessionVersion}
        and p.status = 'active' and own.status = 'active'`,
  );
}

/** Reads a `Caller` and the name of an account that is viewed from another cell, in any state. */
export function viewedAccountStatement(accountId: number): Sql {
  return prepared(
    "viewed-account",
    sql`select ${callerColumns(sql`, a.name`)} from accounts a where a.id = ${accountId}`,
  );
}

/** A session in its person's list. */
export type SessionRow = {
  id: string;
  address: string;
  browser: string;
  account: string;
  beganAt: Date;
  lastSeenAt: Date;
};

/** Reads a person's sessions that were used after an instant, the last used first, as `SessionRow`. */
export function ownSessionsStatement(personId: number, after: Date, limit: number): Sql {
  return sql`
    select s.id, s.address, s.browser, a.name as account, s.began_at as "beganAt", s.last_seen_at as "lastSeenAt"
    from sessions s join accounts a on a.id = s.account_id
    where s.person_id = ${personId} and s.last_seen_at > ${after}::timestamptz
    order by s.last_seen_at desc, s.id limit ${limit}`;
}

/** Locks an account, or a person's own row, for a change by a session. */
export function lockRowStatement(id: number): Sql {
  // Changes of the account would have to raise a weaker lock, and two of them would deadlock.
  return prepared("lock-session", sql`select 1 from accounts where id = ${id} for no key update`);
}

/** Records that a session is used, unless that was recorded after `before`. Returns a row if it did. */
export function noteSeenStatement(sessionId: string, { now, before }: { now: Date; before: Date }): Sql {
  return sql`
    update sessions set last_seen_at = ${now} where id = ${sessionId}::uuid and last_seen_at <= ${before}
    returning 1`;
}

/** Records the time of a person's last visit to an account. */
export function noteSeenInStatement(
  { accountId, personId }: { accountId: number; personId: number },
  now: Date,
): Sql {
  return sql`
    update memberships set last_seen_at = ${now} where account_id = ${accountId} and person_id = ${personId}`;
}

/**
 * Reads the account for a person's new session: the last one, or else the own one. It returns no row for a person
 * without an account. The membership is locked until the transaction ends.
 * @param left an account that they leave; 0 for none.
 */
export function accountToEnterStatement(personId: number, left = 0): Sql {
  return sql`
    select m.account_id as "accountId" from memberships m
    join accounts a on a.id = m.account_id and a.status = 'active'
    where m.person_id = ${personId} and m.account_id <> ${left}
    order by m.last_seen_at desc nulls last, m.account_id = m.person_id desc, m.account_id
    limit 1 for key share of m`;
}

/** Deletes the least recently used sessions of a person, beyond the latest `kept`. */
export function deleteOldSessionsStatement(personId: number, kept: number): Sql {
  return sql`
    delete from sessions where id in (
      select id from sessions where person_id = ${personId} order by last_seen_at desc, id offset ${kept})`;
}
