import type { Queryable } from "@/lib/db/client";
import { approvedAmongStatement } from "@/lib/domains/unapproved-hosts.sql";
import { approvingDomains, linkHosts } from "@/lib/sms/text/links";

/**
 * The hosts a text links to that the account has no approval for (rules: held links, domain approval), sorted. Most
 * texts have no link and cost no query.
 * @param text as it will be sent.
 */
export function unapprovedHosts(db: Queryable, accountId: number, text: string): Promise<string[]> {
  return unapprovedAmong(db, accountId, linkHosts(text));
}

/** Which of the hosts an account has no approval for, in their order. */
export async function unapprovedAmong(
  db: Queryable,
  accountId: number,
  hosts: readonly string[],
): Promise<string[]> {
  if (hosts.length === 0) return [];
  const rows = await db.query<{ domain: string }>(
    approvedAmongStatement(accountId, hosts.flatMap(approvingDomains)),
  );
  const approved = new Set(rows.map(({ domain }) => domain));
  return hosts.filter((host) => !approvingDomains(host).some((domain) => approved.has(domain)));
}
