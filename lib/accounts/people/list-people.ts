import {
  type InvitationRow,
  invitationsStatement,
  type PersonRow,
  peopleStatement,
} from "@/lib/accounts/people/people.sql";
import type { SignedIn } from "@/lib/auth/sessions/member";
import type { PeopleList } from "@/lib/contracts/members/people/people";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/** Lists the people of an account (rules: people). Fields for owners are null for others. */
export async function listPeople(
  db: Database,
  { accountId, personId: own, role }: SignedIn,
  now: Date,
): Promise<PeopleList> {
  const isOwner = role === "owner";
  const [rows, invitations] = await Promise.all([
    db.query<PersonRow>(peopleStatement(accountId)),
    isOwner ? db.query<InvitationRow>(invitationsStatement(accountId, now)) : [],
  ]);
  return {
    people: rows.map(({ lastSeenAt, secondFactor, ...person }) => ({
      ...person,
      isYou: person.personId === own,
      lastSeen: isOwner && lastSeenAt !== null ? formatNz(lastSeenAt) : null,
      secondFactor: isOwner ? secondFactor : null,
    })),
    invitations: invitations.map(({ expiresAt, ...row }) => ({ ...row, expires: formatNz(expiresAt) })),
  };
}
