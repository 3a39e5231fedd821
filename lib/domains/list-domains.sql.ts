import {
  type DomainOrder,
  type DomainRequestRecord,
  type HeldHost,
  MAX_REQUESTS,
} from "@/lib/contracts/members/domains";
import { literal, type Sql, sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";

/** Reads a page of the domains that an account may link to, sorted by name in either direction. */
export function domainsStatement(
  accountId: number,
  { page, limit, order }: { page: number; limit: number; order: DomainOrder },
): Sql {
  return sql`
    select domain, approved_at as "approvedAt" from approved_domains where account_id = ${accountId}
    order by domain ${order === "domain" ? sql`asc` : sql`desc`} limit ${limit} offset ${(page - 1) * limit}`;
}

/** Counts those domains, as `count`. */
export function countDomainsStatement(accountId: number): Sql {
  return sql`select count(*)::int as count from approved_domains where account_id = ${accountId}`;
}

/** A request for a domain that is pending or was rejected. */
export type DomainRequestRow = Pick<DomainRequestRecord, "domain" | "state" | "reason"> & {
  requestedAt: Date;
  decidedAt: Date | null;
};

/** Reads an account's pending and rejected requests, as `DomainRequestRow`, the pending ones first. */
export function domainRequestsStatement(accountId: number): Sql {
  return sql`
    select domain, state, requested_at as "requestedAt", decided_at as "decidedAt", reason
    from domain_requests where account_id = ${accountId} and state <> 'approved'
    order by state, requested_at desc, domain limit ${literal(MAX_REQUESTS)}`;
}

/** A host that messages are held for. */
export type HeldHostRow = Omit<HeldHost, "since"> & { since: Date };

/**
 * Reads the hosts that an account's messages are held for, as `HeldHostRow`. Hosts with the most messages are first.
 */
export function heldHostsStatement(accountId: number, limit: number): Sql {
  return sql`
    with held as (
      select h.host, count(*)::int as messages, min(m.accepted_at) as since
      from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
      where u.account_id = ${accountId} group by h.host
    )
    select held.host, held.messages, held.since, (
      select r.domain from domain_requests r
      where r.account_id = ${accountId} and r.state = 'pending' and ${covers(sql`r.domain`, sql`held.host`)}
      order by length(r.domain) limit 1) as requested
    from held where not ${isApproved(sql`${accountId}`, sql`held.host`)}
    order by held.messages desc, held.host limit ${limit}`;
}
