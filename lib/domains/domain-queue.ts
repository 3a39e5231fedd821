import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { allCells, elsewhereOf } from "@/lib/db/cells/cells";
import { pageOverCells } from "@/lib/db/cells/page-over-cells";
import type { Database } from "@/lib/db/client";
import { domainQueueStatement, type QueueRow } from "@/lib/domains/domain-queue.sql";
import { approvingDomains, parseApprovableDomain } from "@/lib/sms/links/links";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * What waits for an administrator's decision, the longest first: domains that accounts have asked for, and hosts that
 * messages are held for. What a request covers is one entry with it. Where there are several cells, those of one follow
 * those of another, home first (rules: cells); those of `awayCells` are missing.
 */
export async function listDomainQueue(
  home: Database,
  asked: { page: number; limit: number },
): Promise<{ domains: QueuedDomain[]; pagination: Pagination; awayCells: number[] }> {
  const { rows, total, awayCells } = await pageOverCells(allCells(home), asked, async (cell, part) => {
    // While an account moves, two cells have it.
    const wanted = { ...part, elsewhere: elsewhereOf(cell) };
    const found = await cell.query<QueueRow>(domainQueueStatement(wanted));
    // Behind the last page there is the total alone.
    return { rows: found.filter(({ accountId }) => accountId !== null), total: found[0]?.total ?? 0 };
  });
  return {
    domains: rows.map(({ total: _total, since, sample, ...row }) => ({
      ...row,
      since: formatNz(since),
      sample: sample === null ? null : sample.replace(/\p{Nd}/gu, "•"),
      approvable: approvable(row.domain),
    })),
    pagination: paginate(asked, total),
    awayCells,
  };
}

/** What may be approved to let a host's messages go, the widest first. */
function approvable(host: string): string[] {
  return approvingDomains(host)
    .filter((domain) => parseApprovableDomain(domain) !== null)
    .reverse();
}
