import { type Sql, sql } from "@/lib/db/sql";
import { covers, HELD_MESSAGES, isApproved } from "@/lib/domains/covers.sql";

/** A domain of an account that somebody decides on. */
export type Decided = { accountId: number; domain: string };

/** What is known of a domain. */
export type KnownRow = {
  /** Whether the domain, or one above it, is approved. */
  approved: boolean;
  /** What became of a request for the domain itself; null where there is none. */
  state: "pending" | "approved" | "rejected" | null;
  /** Whether a request waits, for the domain or for one beneath it. */
  asked: boolean;
};

/** What is known of a domain of an account: one row, as `KnownRow`. */
export function knownStatement({ accountId, domain }: Decided): Sql {
  return sql`
    select ${isApproved(sql`${accountId}::int`, sql`${domain}::text`)} as approved,
      (select r.state from domain_requests r where r.account_id = ${accountId} and r.domain = ${domain}) as state,
      exists (select 1 from domain_requests r
        where r.account_id = ${accountId} and r.state = 'pending'
          and ${covers(sql`${domain}::text`, sql`r.domain`)}) as asked`;
}

/** The hosts under a domain that messages of an account are held for and nobody has approved: rows of `host`. */
export function waitingHostsStatement({ accountId, domain }: Decided): Sql {
  return sql`
    select distinct h.host from ${HELD_MESSAGES} cross join lateral unnest(m.held_hosts) as h (host)
    where u.account_id = ${accountId} and ${covers(sql`${domain}::text`, sql`h.host`)}
      and not ${isApproved(sql`m.account_id`, sql`h.host`)}`;
}

/** Writes down what was decided on a domain, in place of what there was. @param reason of a rejection. */
export function decideStatement(
  { accountId, domain }: Decided,
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

/** Approves what an account has asked for beneath a domain. */
export function approveBeneathStatement({ accountId, domain }: Decided, now: Date): Sql {
  return sql`
    update domain_requests r set state = 'approved', decided_at = ${now}, reason = null
    where r.account_id = ${accountId} and r.state = 'pending' and ${covers(sql`${domain}::text`, sql`r.domain`)}`;
}

/** Asks for a domain, again where it was decided; gives a row unless it is asked for already. */
export function askStatement({ accountId, domain }: Decided, now: Date): Sql {
  return sql`
    insert into domain_requests as r (account_id, domain, state, requested_at)
    values (${accountId}, ${domain}, 'pending', ${now})
    on conflict (account_id, domain) do update set state = 'pending', requested_at = excluded.requested_at,
      decided_at = null, reason = null
    where r.state <> 'pending' returning 1`;
}
