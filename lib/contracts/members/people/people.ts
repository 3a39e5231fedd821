import { z } from "zod";
import { anyText, givenName, integer, text } from "@/lib/contracts/base/parameters";
import { ROLES } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { GIVEN_ROLES } from "@/lib/contracts/members/people/given-roles";
import * as routes from "@/lib/contracts/routes/people-routes";

/** Most people of an account, those who are invited included. */
export const MAX_PEOPLE = 50;

/** Longest name of a person. */
export const PERSON_NAME_LENGTH = 100;

const role = z.enum(ROLES);
const givenRole = () => z.enum(GIVEN_ROLES, `must be ${GIVEN_ROLES.slice(0, -1).join(", ")} or read-only`);
const personId = () => integer(1, 2_147_483_647);

/** Somebody who belongs to the account. When they were last there, and how they sign in, owners alone are told. */
export const personRecord = z.object({
  personId: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  isYou: z.boolean(),
  /** Whether the API takes the password of this person as the account's. */
  opensApi: z.boolean(),
  /** New Zealand local, to the minute or so. */
  lastSeen: z.string().nullable(),
  secondFactor: z.boolean().nullable(),
});

/** Somebody who is invited and has not answered. */
export const invitationRecord = z.object({
  id: z.string(),
  email: z.string(),
  role,
  /** New Zealand local. */
  expires: z.string(),
});

/** Everybody in the account, and for owners who is invited. */
export const listPeople = memberOperation({
  ...routes.listPeople,
  request: z.object({}),
  response: z.object({ people: z.array(personRecord), invitations: z.array(invitationRecord) }),
});

/** An email with a link to join. */
export const invitePerson = memberOperation({
  ...routes.invitePerson,
  request: z.object({
    email: z.email("must be an email address").max(254, "must be an email address"),
    role: givenRole(),
  }),
  response: done,
});

/** The same again, with another link; the one before ends. */
export const resendInvitation = memberOperation({
  ...routes.resendInvitation,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

export const withdrawInvitation = memberOperation({
  ...routes.withdrawInvitation,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

/**
 * The answer to an invitation. Who is new chooses a name and a password; who signs in already proves it, and is in the
 * account at once. For somebody new where there is such an address already, it answers the same and does nothing.
 */
export const joinAccountOperation = memberOperation({
  ...routes.joinAccountOperation,
  request: z.object({
    token: text(),
    name: givenName(PERSON_NAME_LENGTH).optional(),
    password: anyText(),
    code: anyText().optional(),
  }),
  response: done,
});

/** Another role than owner. */
export const changeRoleOperation = memberOperation({
  ...routes.changeRoleOperation,
  request: z.object({ personId: personId(), role: givenRole() }),
  response: done,
});

export const removePersonOperation = memberOperation({
  ...routes.removePersonOperation,
  request: z.object({ personId: personId() }),
  response: done,
});

/** The way out; where the person belongs to other accounts, the session goes on in one of them. */
export const leaveAccountOperation = memberOperation({
  ...routes.leaveAccountOperation,
  request: z.object({}),
  response: z.object({ isSignedOut: z.boolean() }),
});

/** Makes somebody an owner, beside or in place of who asks. */
export const makeOwnerOperation = memberOperation({
  ...routes.makeOwnerOperation,
  request: z.object({ personId: personId(), password: anyText(), stay: z.boolean("must be true or false") }),
  response: done,
});

export type PersonRecord = z.output<typeof personRecord>;
export type InvitationRecord = z.output<typeof invitationRecord>;
export type PeopleList = z.output<typeof listPeople.response>;
