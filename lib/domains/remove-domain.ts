import type { Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/**
 * Takes an account's approval of a domain away (rules: domain requests): messages that are accepted from then on and
 * link to it are held. What has been released goes out.
 * @throws GatewayError `not_found`.
 */
export async function removeDomain(db: Queryable, accountId: number, domain: string): Promise<void> {
  const rows = await db.query(sql`
    with removed as (
      delete from approved_domains where account_id = ${accountId} and domain = ${domain} returning domain
    ), forgotten as (
      delete from domain_requests r using removed
      where r.account_id = ${accountId} and r.domain = removed.domain and r.state = 'approved'
    )
    select 1 from removed`);
  if (rows.length === 0) throw new GatewayError("not_found", "There is no such approved domain.");
}
