import { EVERYONE, EVERYONE_AND_VIEWERS, OWNERS, VISITORS } from "@/lib/contracts/base/roles";

// The methods, addresses and roles of the operations on sign-in, people and settings, without their schemas. A
// browser loads only these, and a page only the areas that it uses.

export const changePasswordOperation = {
  method: "POST",
  path: "/api/members/password",
  roles: EVERYONE,
} as const;
export const forgotPassword = {
  method: "POST",
  path: "/api/members/password/forgotten",
  roles: VISITORS,
} as const;

export const signUpOperation = { method: "POST", path: "/api/members/sign-up", roles: VISITORS } as const;

export const resetPasswordOperation = {
  method: "POST",
  path: "/api/members/password/reset",
  roles: VISITORS,
} as const;

export const beginSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/begin",
  roles: EVERYONE,
} as const;
export const confirmSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/confirm",
  roles: EVERYONE,
} as const;
export const removeSecondFactor = {
  method: "POST",
  path: "/api/members/second-factor/remove",
  roles: EVERYONE,
} as const;

export const readSettings = { method: "GET", path: "/api/members/settings", roles: OWNERS } as const;
export const changeSettings = { method: "POST", path: "/api/members/settings", roles: OWNERS } as const;

export const listPeople = {
  method: "GET",
  path: "/api/members/people",
  roles: EVERYONE_AND_VIEWERS,
} as const;
export const invitePerson = { method: "POST", path: "/api/members/people/invite", roles: OWNERS } as const;
export const resendInvitation = {
  method: "POST",
  path: "/api/members/people/invite/resend",
  roles: OWNERS,
} as const;
export const withdrawInvitation = {
  method: "POST",
  path: "/api/members/people/invite/withdraw",
  roles: OWNERS,
} as const;
export const joinAccountOperation = {
  method: "POST",
  path: "/api/members/people/join",
  roles: VISITORS,
} as const;
export const changeRoleOperation = {
  method: "POST",
  path: "/api/members/people/role",
  roles: OWNERS,
} as const;
export const removePersonOperation = {
  method: "POST",
  path: "/api/members/people/remove",
  roles: OWNERS,
} as const;
export const leaveAccountOperation = {
  method: "POST",
  path: "/api/members/people/leave",
  roles: EVERYONE,
} as const;
export const makeOwnerOperation = {
  method: "POST",
  path: "/api/members/people/owner",
  roles: OWNERS,
} as const;

export const listSessions = { method: "GET", path: "/api/members/sessions", roles: EVERYONE } as const;
export const endSessionOperation = {
  method: "POST",
  path: "/api/members/sessions/end",
  roles: EVERYONE,
} as const;
export const endOtherSessions = {
  method: "POST",
  path: "/api/members/sessions/end-others",
  roles: EVERYONE,
} as const;
export const switchAccountOperation = {
  method: "POST",
  path: "/api/members/sessions/switch",
  roles: EVERYONE,
} as const;
/** The only change that a viewer may make. */
export const endViewOperation = {
  method: "POST",
  path: "/api/members/view/end",
  roles: EVERYONE_AND_VIEWERS,
} as const;
