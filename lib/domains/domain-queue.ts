import type { QueuedDomain } from "@/lib/contracts/admin/domains";
import { elsewhereOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { domainQueueStatement, type QueueRow } from "@/lib/domains/domain-queue.sql";
import { approvingDomains, parseApprovableDomain } from "@/lib/sms/links/links";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Returns a part of a cell's queue for an administrator's decision, and the queue's length. An entry is a domain that
 * an account has requested, or a host that messages are held for. A request and the hosts that it covers are one
 * entry. The longest wait is first.
 */
export async function listDomainQueue(
  cell: Database,
  part: { offset: number; limit: number },
): Promise<{ rows: QueuedDomain[]; total: number }> {
  // While an account moves, two cells have its rows.
  const found = await cell.query<QueueRow>(domainQueueStatement({ ...part, elsewhere: elsewhereOf(cell) }));
  // Behind the last page there is one row with the total alone.
  const rows = found
    .filter(({ accountId }) => accountId !== null)
    .map(({ total: _total, since, sample, ...row }) => ({
      ...row,
      since: formatNz(since),
      sample: sample === null ? null : sample.replace(/\p{Nd}/gu, "•"),
      approvable: approvable(row.domain),
    }));
  return { rows, total: found[0]?.total ?? 0 };
}

/** Returns the domains whose approval would release a host's messages, the widest first. */
function approvable(host: string): string[] {
  return approvingDomains(host)
    .filter((domain) => parseApprovableDomain(domain) !== null)
    .reverse();
}
