import type { CredentialKind } from "@/lib/contracts/base/credential-kind";

/** The account in a call's credentials. */
export type NamedAccount = {
  accountId: number;
  credential: CredentialKind;
  /** The key of the credentials; null for a password and for an integration. */
  apiKeyId: string | null;
  /** True if the credentials are right. A stranger who knows an email address or a client ID can name its account. */
  isProven: boolean;
};

/** A function that gets the account in a call's credentials as soon as it is known, even if the call is refused. */
export type OnNamed = (named: NamedAccount) => void;
