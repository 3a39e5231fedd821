import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { MAX_HELD_HOSTS } from "@/lib/contracts/base/values";
import {
  type DomainOrder,
  type DomainRequestRecord,
  type HeldHost,
  MAX_REQUESTS,
} from "@/lib/contracts/members/domains";
import type { Database } from "@/lib/db/client";
import { type HeldHostRow, heldHostsStatement } from "@/lib/domains/list-domains.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** The domains that an account may link to, by their names from either end: an index has that order. */
export async function listDomains(
  db: Database,
  accountId: number,
  asked: { page: number; limit: number; order: DomainOrder },
): Promise<{ domains: { domain: string; approvedAt: string }[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    db.prisma.approvedDomain.count({ where: { accountId } }),
    db.prisma.approvedDomain.findMany({
      where: { accountId },
      orderBy: { domain: asked.order === "domain" ? "asc" : "desc" },
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
    take: MAX_REQUESTS,
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
  const rows = await db.query<HeldHostRow>(heldHostsStatement(accountId, MAX_HELD_HOSTS + 1));
  return {
    hosts: rows.slice(0, MAX_HELD_HOSTS).map((row) => ({ ...row, since: formatNz(row.since) })),
    more: rows.length > MAX_HELD_HOSTS,
  };
}
