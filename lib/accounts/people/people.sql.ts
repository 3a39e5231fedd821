import type { Role } from "@/lib/contracts/base/roles";
import { MAX_PEOPLE } from "@/lib/contracts/members/people/people";
import { type Sql, sql } from "@/lib/db/sql";

/** A stored person of an account. */
export type PersonRow = {
  personId: number;
  name: string;
  email: string;
  role: Role;
  opensApi: boolean;
  lastSeenAt: Date | null;
  secondFactor: boolean;
};

/** Reads the people of an account, owners first, then sorted by address. */
export function peopleStatement(accountId: number): Sql {
  return sql`
    select m.person_id as "personId", p.name, p.email, m.role, m.last_seen_at as "lastSeenAt",
      p.totp_enabled_at is not null as "secondFactor", p.id = a.id and a.password_on_api as "opensApi"
    from memberships m join accounts p on p.id = m.person_id join accounts a on a.id = m.account_id
    where m.account_id = ${accountId}
    order by m.role <> 'owner', p.email limit ${MAX_PEOPLE}`;
}

/** A person who is invited into an account. */
export type InvitationRow = { id: string; email: string; role: Role; expiresAt: Date };

/** Reads the open invitations of an account at an instant, sorted by address, as `InvitationRow`. */
export function invitationsStatement(accountId: number, now: Date): Sql {
  return sql`
    select id, email, role, expires_at as "expiresAt" from invitations
    where account_id = ${accountId} and expires_at > ${now}::timestamptz order by email limit ${MAX_PEOPLE}`;
}

/** Counts the people and the open invitations of an account at an instant. */
export function countPeopleStatement(accountId: number, now: Date): Sql {
  return sql`
    select (select count(*)::int from memberships where account_id = ${accountId})
      + (select count(*)::int from invitations
        where account_id = ${accountId} and expires_at > ${now}::timestamptz) as count`;
}

/** Reads another owner of an account who can sign in: one row if there is one. */
export function otherOwnerStatement(accountId: number, personId: number): Sql {
  return sql`
    select 1 from memberships m join accounts p on p.id = m.person_id and p.status = 'active'
    where m.account_id = ${accountId} and m.role = 'owner' and m.person_id <> ${personId} limit 1`;
}

/** Reads the open invitation of a token's hash with its account, if the account is active. */
export function openInvitationStatement(tokenHash: Buffer, now: Date): Sql {
  return sql`
    select i.id, i.account_id as "accountId", i.email, i.role, a.name as account, a.country
    from invitations i join accounts a on a.id = i.account_id and a.status = 'active'
    where i.token_hash = ${tokenHash} and i.expires_at > ${now}`;
}
