import { type Actor, recordActivity } from "@/lib/accounts/record-activity";
import type { Database, Queryable } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { approveDomain } from "@/lib/domains/approve-domain";
import { covers, IS_HELD, isApproved } from "@/lib/domains/covers.sql";
import { discardHeld } from "@/lib/domains/discard-held";
import { enqueueEmail } from "@/lib/email/enqueue";
import { GatewayError } from "@/lib/errors";
import { parseApprovableDomain } from "@/lib/sms/links";
import type { QuietHours } from "@/lib/sms/quiet-hours";

/** A domain of an account that somebody decides on. */
export type Decided = { accountId: number; domain: string };

/**
 * An administrator's approval: the domain is the account's, what was held for it alone goes out, and the account is
 * told. Safe to repeat: a server that ends in between leaves the entry in the queue.
 * @returns how many messages were released. The caller wakes what sends them, and the e-mail.
 * @throws GatewayError `not_found` without such an account; `invalid_parameter` for what cannot be approved.
 */
export async function approveForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain: given }: Decided,
  now: Date,
  quiet: QuietHours,
): Promise<number> {
  await requireAccount(db, accountId);
  const released = await approveDomain(db, { accountId, domain: given }, now, quiet);
  const domain = parseApprovableDomain(given) ?? given;
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into domain_requests (account_id, domain, state, requested_at, decided_at)
      values (${accountId}, ${domain}, 'approved', ${now}, ${now})
      on conflict (account_id, domain) do update
        set state = 'approved', decided_at = excluded.decided_at, reason = null`);
    // What was asked for beneath it is approved with it.
    await tx.query(sql`
      update domain_requests r set state = 'approved', decided_at = ${now}, reason = null
      where r.account_id = ${accountId} and r.state = 'pending'
        and ${covers(sql`${domain}::text`, sql`r.domain`)}`);
    await recordActivity(tx, accountId, actor, "domain_approved", { domain, released }, now);
    await enqueueEmail(tx, accountId, "domain_approved", { domain, released }, now);
  });
  return released;
}

/**
 * An administrator's refusal: held messages that link to the domain, or to a host under it, are deleted with their
 * money back, and the account is told why.
 * @returns how many messages were deleted. The caller wakes the e-mail.
 * @throws GatewayError `not_found` without such an account; `conflict` where the domain has been approved meanwhile or
 * there is nothing to decide on any more.
 */
export async function rejectForAccount(
  db: Database,
  actor: Actor,
  { accountId, domain, reason }: Decided & { reason: string },
  now: Date,
): Promise<number> {
  await requireAccount(db, accountId);
  const { hosts, asked, approved } = await whatWaits(db, accountId, domain);
  if (approved) throw new GatewayError("conflict", `${domain} has been approved meanwhile.`);
  if (hosts.length === 0 && !asked)
    throw new GatewayError("conflict", `Nothing waits for ${domain} any more: somebody has decided on it.`);
  let discarded = 0;
  for (const host of hosts) discarded += await discardHeld(db, { accountId, host }, now);
  await db.transaction(async (tx) => {
    await tx.query(sql`
      insert into domain_requests (account_id, domain, state, requested_at, decided_at, reason)
      values (${accountId}, ${domain}, 'rejected', ${now}, ${now}, ${reason})
      on conflict (account_id, domain) do update
        set state = 'rejected', decided_at = excluded.decided_at, reason = excluded.reason`);
    await recordActivity(tx, accountId, actor, "domain_rejected", { domain, reason, discarded }, now);
    await enqueueEmail(tx, accountId, "domain_rejected", { domain, reason, discarded }, now);
  });
  return discarded;
}

async function requireAccount(db: Database, accountId: number): Promise<void> {
  if ((await db.prisma.account.count({ where: { id: accountId } })) === 0)
    throw new GatewayError("not_found", "There is no such account.");
}

/** The hosts under a domain that messages are held for and nobody has approved, and what is known of it itself. */
async function whatWaits(db: Queryable, accountId: number, domain: string) {
  const rows = await db.query<{ host: string }>(sql`
    select distinct h.host from messages m cross join lateral unnest(m.held_hosts) as h (host)
    where ${IS_HELD} and m.account_id = ${accountId} and ${covers(sql`${domain}::text`, sql`h.host`)}
      and not ${isApproved(sql`m.account_id`, sql`h.host`)}`);
  const [known] = await db.query<{ asked: boolean; approved: boolean }>(sql`
    select ${isApproved(sql`${accountId}::int`, sql`${domain}::text`)} as approved,
      exists (select 1 from domain_requests r
        where r.account_id = ${accountId} and r.domain = ${domain} and r.state = 'pending') as asked`);
  return {
    hosts: rows.map(({ host }) => host),
    asked: known?.asked ?? false,
    approved: known?.approved ?? false,
  };
}
