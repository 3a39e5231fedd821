/** The roles that need no password. A slip, or a link in an email, makes no owner. */
export const GIVEN_ROLES = ["developer", "sender", "billing", "read-only"] as const;
