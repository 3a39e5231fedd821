import { changeRole, leaveAccount, makeOwner, removePerson } from "@/lib/accounts/people/change-people";
import {
  countInvitation,
  invite,
  requireNew,
  requireNotElsewhere,
  requireResendable,
  resendInvitation,
  storedEmail,
  withdrawInvitation,
} from "@/lib/accounts/people/invitations";
import { joinAsKnown, joinAsNew } from "@/lib/accounts/people/join-account";
import { listPeople } from "@/lib/accounts/people/list-people";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import { confirmOwnPassword } from "@/lib/auth/passwords/confirm-own-password";
import {
  changeRoleOperation,
  invitePerson,
  joinAccountOperation,
  leaveAccountOperation,
  listPeople as listPeopleOperation,
  makeOwnerOperation,
  removePersonOperation,
  resendInvitation as resendInvitationOperation,
  withdrawInvitation as withdrawInvitationOperation,
} from "@/lib/contracts/members/people/people";
import { authSecret } from "@/lib/crypto/auth-secret";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { tableOf } from "@/lib/http/endpoint-table";
import { member, visitor } from "@/lib/http/member";
import { browserName } from "@/lib/http/request/browser-name";
import { sessionSetCookie } from "@/lib/http/sessions/session-set-cookie";

export const PEOPLE_ENDPOINTS = tableOf([
  member(listPeopleOperation, ({ db, member, now }) => listPeople(db, member, now)),
  member(
    invitePerson,
    "person_invited",
    async (tx, { member, input, now }) => {
      const asked = { email: storedEmail(input.email), role: input.role };
      await invite(tx, member, asked, { authSecret: authSecret(), now });
      return { details: asked };
    },
    async ({ db, member: { accountId }, input, address, now }) => {
      const email = storedEmail(input.email);
      await requireNew(db, { accountId, email }, now);
      await countInvitation(db, { accountId, email, address }, now);
      await requireNotElsewhere(db, email);
    },
  ),
  member(
    resendInvitationOperation,
    "invitation_resent",
    async (tx, { member, input, now }) => ({
      details: await resendInvitation(tx, member, input.id, { authSecret: authSecret(), now }),
    }),
    async ({ db, member: { accountId }, input: { id }, address, now }) => {
      const { email } = await requireResendable(db, { accountId, id }, now);
      await countInvitation(db, { accountId, email, address }, now);
    },
  ),
  member(withdrawInvitationOperation, "invitation_withdrawn", async (tx, { member, input }) => ({
    details: await withdrawInvitation(tx, member.accountId, input.id),
  })),
  visitor(
    joinAccountOperation,
    async ({ db: home, input, address, header, now }) => {
      const { token, name, password, code } = input;
      const db = await databaseOfCredential(home, token, turnOfAddress(address));
      if (name !== undefined) {
        await joinAsNew(db, { token, name, password }, address, now);
        return { success: true as const };
      }
      const where = { address, browser: browserName(header("user-agent")), authSecret: authSecret() };
      const claims = await joinAsKnown(db, { token, password, code }, where, now);
      return Response.json({ success: true }, { headers: { "Set-Cookie": await sessionSetCookie(claims) } });
    },
    "invitation",
  ),
  member(leaveAccountOperation, "person_left", async (tx, { member, session }) => {
    const { accountId, personId } = member;
    const { email, isSignedOut } = await leaveAccount(tx, { accountId, personId }, session.sessionId);
    return { details: { email }, answer: { isSignedOut } };
  }),
  member(
    makeOwnerOperation,
    "owner_added",
    async (tx, { member, input: { personId, stay } }) => {
      const { accountId, personId: own } = member;
      const { email } = await makeOwner(tx, { accountId, personId }, { personId: own, stay });
      return { details: { email, stays: stay } };
    },
    ({ db, member, input, address, now }) =>
      confirmOwnPassword(db, member, { password: input.password, address }, now),
  ),
  member(removePersonOperation, "person_removed", async (tx, { member, input: { personId } }) => ({
    details: await removePerson(tx, { accountId: member.accountId, personId }),
  })),
  member(changeRoleOperation, "role_changed", async (tx, { member, input: { personId, role } }) => ({
    details: await changeRole(tx, { accountId: member.accountId, personId }, role),
  })),
]);
