import { type PersonRow, peopleStatement } from "@/lib/accounts/people/people.sql";
import type { Member } from "@/lib/auth/sessions/member";
import type { Role } from "@/lib/contracts/base/roles";
import { MAX_PEOPLE, type PeopleList } from "@/lib/contracts/members/people/people";
import type { Database } from "@/lib/db/client";
import { formatNz } from "@/lib/sms/nz-time";

/** Everybody in an account (rules: people). What owners alone are told is null for others. */
export async function listPeople(
  db: Database,
  { accountId, personId: own, role }: Member,
  now: Date,
): Promise<PeopleList> {
  const isOwner = role === "owner";
  const [rows, invitations] = await Promise.all([
    db.query<PersonRow>(peopleStatement(accountId)),
    isOwner
      ? db.prisma.invitation.findMany({
          where: { accountId, expiresAt: { gt: now } },
          orderBy: { email: "asc" },
          take: MAX_PEOPLE,
        })
      : [],
  ]);
  return {
    people: rows.map(({ lastSeenAt, secondFactor, ...person }) => ({
      ...person,
      isYou: person.personId === own,
      lastSeen: isOwner && lastSeenAt !== null ? formatNz(lastSeenAt) : null,
      secondFactor: isOwner ? secondFactor : null,
    })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      ...{ id, email, role: role as Role, expires: formatNz(expiresAt) },
    })),
  };
}
