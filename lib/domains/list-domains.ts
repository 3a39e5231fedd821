import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { MAX_HELD_HOSTS } from "@/lib/contracts/base/values";
import type { DomainOrder, DomainRequestRecord, HeldHost } from "@/lib/contracts/members/domains";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import {
  countDomainsStatement,
  type DomainRequestRow,
  domainRequestsStatement,
  domainsStatement,
  type HeldHostRow,
  heldHostsStatement,
} from "@/lib/domains/list-domains.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists the domains that an account may link to, sorted by name in either direction: an index has that order. */
export async function listDomains(
  db: Database,
  accountId: number,
  asked: { page: number; limit: number; order: DomainOrder },
): Promise<{ domains: { domain: string; approvedAt: string }[]; pagination: Pagination }> {
  const [total, rows] = await Promise.all([
    readCount(db, countDomainsStatement(accountId)),
    db.query<{ domain: string; approvedAt: Date }>(domainsStatement(accountId, asked)),
  ]);
  return {
    domains: rows.map(({ domain, approvedAt }) => ({ domain, approvedAt: formatNz(approvedAt) })),
    pagination: paginate(asked, total),
  };
}

/** Lists an account's pending and rejected requests: the pending ones first, then the latest. */
export async function listDomainRequests(
  db: Database,
  accountId: number,
): Promise<{ requests: DomainRequestRecord[] }> {
  const rows = await db.query<DomainRequestRow>(domainRequestsStatement(accountId));
  return {
    requests: rows.map(({ requestedAt, decidedAt, ...row }) => ({
      ...row,
      requestedAt: formatNz(requestedAt),
      decidedAt: decidedAt && formatNz(decidedAt),
    })),
  };
}

/** Lists the hosts that an account's messages are held for, those with the most messages first. */
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
