/** The roles that are given without a password: nobody is made an owner by a slip, nor by a link in an email. */
export const GIVEN_ROLES = ["developer", "sender", "billing", "read-only"] as const;
