/**
 * The credentials of a request: a token, the ID or the secret of a key, a password, or an integration's own secret.
 */
export const CREDENTIAL_KINDS = ["token", "client", "secret", "password", "integration"] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];
