import { otherOwnerStatement } from "@/lib/accounts/people/people.sql";
import { invalidateCallersAfter } from "@/lib/auth/callers/caller-cache";
import { accountToEnterStatement } from "@/lib/auth/sessions/sessions.sql";
import type { Role } from "@/lib/contracts/base/roles";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** A person in an account. */
export type Place = { accountId: number; personId: number };

/** The fields of a changed person in the account's activity. */
type ChangedPerson = { email: string };

/**
 * Assigns a person a role other than owner (rules: people).
 * @param tx a transaction in which the account is locked.
 * @returns null if the person already has it.
 * @throws GatewayError `not_found`; `conflict` for the last owner.
 */
export async function changeRole(
  tx: Transaction,
  place: Place,
  role: Role,
): Promise<(ChangedPerson & { role: Role }) | null> {
  const person = await requirePerson(tx, place);
  if (person.role === role) return null;
  if (person.role === "owner") await giveUpOwnership(tx, place);
  await tx.prisma.membership.updateMany({ where: place, data: { role } });
  return { email: person.email, role };
}

/**
 * Removes a person from an account. Their sessions in it end with the membership.
 * @param tx a transaction in which the account is locked.
 * @throws GatewayError `not_found`; `conflict` for the last owner.
 */
export async function removePerson(tx: Transaction, place: Place): Promise<ChangedPerson> {
  const { email, role } = await requirePerson(tx, place);
  if (role === "owner") await giveUpOwnership(tx, place);
  await tx.prisma.membership.deleteMany({ where: place });
  return { email };
}

/**
 * Removes the caller from an account. If they belong to another account, the session goes on there.
 * @param tx a transaction in which the account is locked.
 * @throws GatewayError `conflict` for the last owner.
 */
export async function leaveAccount(
  tx: Transaction,
  place: Place,
  sessionId: string,
): Promise<ChangedPerson & { isSignedOut: boolean }> {
  const { email, role } = await requirePerson(tx, place);
  if (role === "owner") await giveUpOwnership(tx, place);
  const next = (
    await tx.query<{ accountId: number }>(accountToEnterStatement(place.personId, place.accountId))
  )[0];
  if (next) await tx.prisma.session.updateMany({ where: { id: sessionId }, data: next });
  await tx.prisma.membership.deleteMany({ where: place });
  return { email, isSignedOut: next === undefined };
}

/**
 * Makes a person an owner.
 * @param tx a transaction in which the account is locked.
 * @param owner the current owner, who becomes a developer unless they stay one.
 * @throws GatewayError `not_found`; `conflict` for an owner, and for a person whose own account is disabled.
 */
export async function makeOwner(
  tx: Transaction,
  place: Place,
  owner: { personId: number; stay: boolean },
): Promise<ChangedPerson> {
  const person = await requirePerson(tx, place);
  if (person.role === "owner") throw new GatewayError("conflict", `${person.email} is an owner already.`);
  if (person.status !== "active") throw new GatewayError("conflict", `${person.email} cannot sign in now.`);
  await tx.prisma.membership.updateMany({ where: place, data: { role: "owner" } });
  if (!owner.stay) await changeRole(tx, { ...place, personId: owner.personId }, "developer");
  return { email: person.email };
}

async function requirePerson(tx: Queryable, { accountId, personId }: Place) {
  const found = await tx.prisma.membership.findUnique({
    where: { accountId_personId: { accountId, personId } },
    select: { role: true, person: { select: { email: true, status: true } } },
  });
  if (!found) throw new GatewayError("not_found", "This person doesn't belong to the account.");
  return { role: found.role as Role, ...found.person };
}

/**
 * Ends an ownership: another owner must remain, and the former owner's open invitations end
 * (rules: people, invitations). If the account's password is this person's, the API refuses it afterwards.
 */
async function giveUpOwnership(tx: Transaction, { accountId, personId }: Place): Promise<void> {
  if ((await tx.query(otherOwnerStatement(accountId, personId))).length === 0) {
    throw new GatewayError("conflict", "An account has an owner. Make another person an owner first.");
  }
  await tx.prisma.invitation.deleteMany({ where: { accountId, inviterId: personId } });
  if (personId !== accountId) return;
  await tx.prisma.account.updateMany({ where: { id: accountId }, data: { passwordOnApi: false } });
  invalidateCallersAfter(tx);
}
