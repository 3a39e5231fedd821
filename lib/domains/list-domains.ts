import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import {
  type DomainRequestRecord,
  HELD_HOSTS_MOST,
  type HeldHost,
  REQUESTS_MOST,
} from "@/lib/contracts/members/domains";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** The domains that an account may link to, in alphabetical order. */
export async function listDomains(
  db: Database,
  accountId: number,
  asked: { page: number; limit: number },
): Promise<{ domains: { domain: string; approvedAt: string }[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    db.prisma.approvedDomain.count({ where: { accountId } }),
    db.prisma.approvedDomain.findMany({
      where: { accountId },
      orderBy: { domain: "asc" },
      skip: (asked.page - 1) * asked.limit,
      take: asked.limit,
    }),
  ]);
  return {
    domains: rows.map(({ domain, approvedAt }) => ({ domain, approvedAt: formatNz(approvedAt) })),
    pagination: paginate(asked, total),
  };
}

/** An account's requests that wait for a decision or were refused; those that wait first, then the latest. */
export async function listDomainRequests(
  db: Database,
  accountId: number,
): Promise<{ requests: DomainRequestRecord[] }> {
  const rows = await db.prisma.domainRequest.findMany({
    where: { accountId, state: { not: "approved" } },
    orderBy: [{ state: "asc" }, { requestedAt: "desc" }, { domain: "asc" }],
    take: REQUESTS_MOST,
  });
  return {
    requests: rows.map(({ domain, state, requestedAt, decidedAt, reason }) => ({
      domain,
      state: state === "rejected" ? "rejected" : "pending",
      requestedAt: formatNz(requestedAt),
      decidedAt: decidedAt && formatNz(decidedAt),
      reason,
    })),
  };
}

/** The hosts that an account's messages are held for, those with the most messages first. */
export async function listHeldHosts(
  db: Database,
  accountId: number,
): Promise<{ hosts: HeldHost[]; more: boolean }> {
  const rows = await db.query<Omit<HeldHost, "since"> & { since: Date }>(sql`
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
    order by held.messages desc, held.host limit ${HELD_HOSTS_MOST + 1}`);
  return {
    hosts: rows.slice(0, HELD_HOSTS_MOST).map((row) => ({ ...row, since: formatNz(row.since) })),
    more: rows.length > HELD_HOSTS_MOST,
  };
}
