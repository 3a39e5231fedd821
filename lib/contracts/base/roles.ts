/** The roles of a person in an account (rules: roles). */
export const ROLES = ["owner", "developer", "sender", "billing", "read-only"] as const;

export type Role = (typeof ROLES)[number];

/**
 * The role of an administrator who views an account (rules: account views). No person is assigned it. It may call
 * operations that name it, so a new operation is closed to it.
 */
export const VIEWER = "viewer";

/** The roles in which a session acts in an account. */
export type ActingRole = Role | typeof VIEWER;

/** The marker of operations that need no sign-in. */
export const VISITORS = "visitors";

// The roles that may call an operation of the Members Area. Each operation names one of these lists.

/** Operations on a person's own data, and harmless ones. */
export const EVERYONE = ROLES;
export const EVERYONE_AND_VIEWERS = [...EVERYONE, VIEWER] as const;
export const OWNERS = ["owner"] as const;
/** Messages, and the lists of their states. */
export const READERS = ["owner", "developer", "sender", "read-only"] as const;
export const READERS_AND_VIEWERS = [...READERS, VIEWER] as const;
export const SENDERS = ["owner", "developer", "sender"] as const;
/** Keys, webhooks, integrations, and the log of requests. */
export const DEVELOPERS = ["owner", "developer"] as const;
export const BILLING_READERS = ["owner", "billing", "read-only"] as const;
export const BILLING_READERS_AND_VIEWERS = [...BILLING_READERS, VIEWER] as const;
export const BILLING = ["owner", "billing"] as const;

/** The roles that may call an operation. */
export type AllowedRoles = readonly ActingRole[] | typeof VISITORS;

/** Returns whether a role is among the allowed roles. */
export function isAllowed(allowed: AllowedRoles, role: ActingRole): boolean {
  return allowed === VISITORS || allowed.includes(role);
}

/** Returns the refusal of an operation to a role, as a sentence. */
export function roleRefusal(allowed: AllowedRoles, role: ActingRole): string {
  const [first = "", ...others] = allowed === VISITORS ? [] : allowed.filter((each) => each !== VIEWER);
  const last = others.pop();
  const names = last === undefined ? `role ${first}` : `roles ${[first, ...others].join(", ")} and ${last}`;
  return `This is for the ${names}. Your role in this account is ${role}.`;
}
