import { z } from "zod";
import { anyText, givenName, integer, text } from "@/lib/contracts/base/parameters";
import { EVERYONE, EVERYONE_AND_VIEWERS, OWNERS, ROLES, VISITORS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { GIVEN_ROLES } from "@/lib/contracts/members/people/given-roles";

/** The most people of an account, invited people included. */
export const MAX_PEOPLE = 50;

/** The longest name of a person. */
export const PERSON_NAME_LENGTH = 100;

const role = z.enum(ROLES);
const givenRole = () => z.enum(GIVEN_ROLES, `must be ${GIVEN_ROLES.slice(0, -1).join(", ")} or read-only`);
const personId = () => integer(1, 2_147_483_647);

/** A person in the account. Only owners see the last visit and the way of signing in. */
export const personRecord = z.object({
  personId: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  isYou: z.boolean(),
  /** True if the API accepts this person's password as the account's. */
  opensApi: z.boolean(),
  /** New Zealand local, to the minute or so. */
  lastSeen: z.string().nullable(),
  secondFactor: z.boolean().nullable(),
});

/** A person with an open invitation. */
export const invitationRecord = z.object({
  id: z.string(),
  email: z.string(),
  role,
  /** New Zealand local. */
  expires: z.string(),
});

/** Lists the people of the account, and for owners the invitations. */
export const listPeople = memberOperation({
  method: "GET",
  path: "/api/members/people",
  roles: EVERYONE_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ people: z.array(personRecord), invitations: z.array(invitationRecord) }),
});

/** Sends an email with a link to join. */
export const invitePerson = memberOperation({
  method: "POST",
  path: "/api/members/people/invite",
  roles: OWNERS,
  request: z.object({
    email: z.email("must be an email address").max(254, "must be an email address"),
    role: givenRole(),
  }),
  response: done,
});

/** Sends another link. The previous one ends. */
export const resendInvitation = memberOperation({
  method: "POST",
  path: "/api/members/people/invite/resend",
  roles: OWNERS,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

export const withdrawInvitation = memberOperation({
  method: "POST",
  path: "/api/members/people/invite/withdraw",
  roles: OWNERS,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

/**
 * Accepts an invitation. A new person chooses a name and a password. A signed-in person is in the account at once. If
 * a new person's address already exists, the response is the same and nothing changes.
 */
export const joinAccountOperation = memberOperation({
  method: "POST",
  path: "/api/members/people/join",
  roles: VISITORS,
  request: z.object({
    token: text(),
    name: givenName(PERSON_NAME_LENGTH).optional(),
    password: anyText(),
    code: anyText().optional(),
  }),
  response: done,
});

/** Assigns a role other than owner. */
export const changeRoleOperation = memberOperation({
  method: "POST",
  path: "/api/members/people/role",
  roles: OWNERS,
  request: z.object({ personId: personId(), role: givenRole() }),
  response: done,
});

export const removePersonOperation = memberOperation({
  method: "POST",
  path: "/api/members/people/remove",
  roles: OWNERS,
  request: z.object({ personId: personId() }),
  response: done,
});

/** Leaves the account. The session goes on in another account of the person, if there is one. */
export const leaveAccountOperation = memberOperation({
  method: "POST",
  path: "/api/members/people/leave",
  roles: EVERYONE,
  request: z.object({}),
  response: z.object({ isSignedOut: z.boolean() }),
});

/** Makes a person an owner, beside or in place of the caller. */
export const makeOwnerOperation = memberOperation({
  method: "POST",
  path: "/api/members/people/owner",
  roles: OWNERS,
  request: z.object({ personId: personId(), password: anyText(), stay: z.boolean("must be true or false") }),
  response: done,
});

export type PersonRecord = z.output<typeof personRecord>;
export type InvitationRecord = z.output<typeof invitationRecord>;
export type PeopleList = z.output<typeof listPeople.response>;
