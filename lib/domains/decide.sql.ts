import { type Sql, sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";

/** A domain of an account that is to be decided. */
export type AccountDomain = { accountId: number; domain: string };

/** The approval and the requests for a domain. */
export type KnownRow = {
  /** The domain, or one above it, is approved. */
  approved: boolean;
  /** The state of a request for the domain itself; null without a request. */
  state: "pending" | "approved" | "rejected" | null;
  /** A request is pending, for the domain or for one under it. */
  asked: boolean;
};

/** Reads the approval and the requests for a domain of an account: one `KnownRow`. */
export function knownStatement({ accountId, domain }: AccountDomain): Sql {
  return sql`
    select ${isApproved(sql`${accountId}::int`, sql`${domain}::text`)} as approved,
      (select r.state from domain_requests r where r.account_id = ${accountId} and r.domain = ${domain}) as state,
      exists (select 1 from domain_requests r
        where r.account_id = ${accountId} and r.state = 'pending'
          and ${covers(sql`${domain}::text`, sql`r.domain`)}) as asked`;
}

/** Reads the hosts under a domain that hold messages of an account and have no approval: rows of `host`. */
export function waitingHostsStatement({ accountId, domain }: AccountDomain): Sql {
  return sql`
    select distinct h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
    where u.account_id = ${accountId} and ${covers(sql`${domain}::text`, sql`h.host`)}
      and not ${isApproved(sql`m.account_id`, sql`h.host`)}`;
}

/** Writes a decision on a domain in place of an earlier one. @param reason the reason of a rejection. */
export function decideStatement(
  { accountId, domain }: AccountDomain,
  state: "approved" | "rejected",
  reason: string | null,
  now: Date,
): Sql {
  return sql`
    insert into domain_requests (account_id, domain, state, requested_at, decided_at, reason)
    values (${accountId}, ${domain}, ${state}::domain_request_state, ${now}, ${now}, ${reason})
    on conflict (account_id, domain) do update
      set state = excluded.state, decided_at = excluded.decided_at, reason = excluded.reason`;
}

/** Approves an account's pending requests for domains under a domain. */
export function approveBeneathStatement({ accountId, domain }: AccountDomain, now: Date): Sql {
  return sql`
    update domain_requests r set state = 'approved', decided_at = ${now}, reason = null
    where r.account_id = ${accountId} and r.state = 'pending' and ${covers(sql`${domain}::text`, sql`r.domain`)}`;
}

/** Requests a domain, also after a decision. Returns a row, or none if a request is already pending. */
export function askStatement({ accountId, domain }: AccountDomain, now: Date): Sql {
  return sql`
    insert into domain_requests as r (account_id, domain, state, requested_at)
    values (${accountId}, ${domain}, 'pending', ${now})
    on conflict (account_id, domain) do update set state = 'pending', requested_at = excluded.requested_at,
      decided_at = null, reason = null
    where r.state <> 'pending' returning 1`;
}
