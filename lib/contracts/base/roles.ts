/** What a person may do in an account (rules: roles). */
export const ROLES = ["owner", "developer", "sender", "billing", "read-only"] as const;

export type Role = (typeof ROLES)[number];

/**
 * What an administrator is while they view an account: no role that anybody is given (rules: account views). It may call
 * what names it, and nothing else: a new operation is closed to it.
 */
export const VIEWER = "viewer";

/** As what somebody acts in an account. */
export type ActingRole = Role | typeof VIEWER;

/** What whoever asks need not be signed in for. */
export const VISITORS = "visitors";

// Who may call an operation of the Members Area: each of them names one of these.

/** What is a person's own, or harmless to all. */
export const EVERYONE = ROLES;
export const EVERYONE_AND_VIEWERS = [...EVERYONE, VIEWER] as const;
export const OWNERS = ["owner"] as const;
/** Messages, and the lists that say what becomes of them. */
export const READERS = ["owner", "developer", "sender", "read-only"] as const;
export const READERS_AND_VIEWERS = [...READERS, VIEWER] as const;
export const SENDERS = ["owner", "developer", "sender"] as const;
/** Keys, webhooks, integrations, and the log of requests. */
export const DEVELOPERS = ["owner", "developer"] as const;
export const BILLING_READERS = ["owner", "billing", "read-only"] as const;
export const BILLING_READERS_AND_VIEWERS = [...BILLING_READERS, VIEWER] as const;
export const BILLING = ["owner", "billing"] as const;

/** Which roles may call an operation. */
export type Allowed = readonly ActingRole[] | typeof VISITORS;

/** Whether somebody with a role may call what these may. */
export function isAllowed(allowed: Allowed, role: ActingRole): boolean {
  return allowed === VISITORS || allowed.includes(role);
}

/** The refusal of what a role may not do, as a sentence. */
export function roleRefusal(allowed: Allowed, role: ActingRole): string {
  const [first = "", ...others] = allowed === VISITORS ? [] : allowed.filter((each) => each !== VIEWER);
  const last = others.pop();
  const names = last === undefined ? `role ${first}` : `roles ${[first, ...others].join(", ")} and ${last}`;
  return `This is for the ${names}. Your role in this account is ${role}.`;
}
