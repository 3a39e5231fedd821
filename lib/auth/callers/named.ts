import type { CredentialKind } from "@/lib/contracts/base/credential-kind";

/** The account whose credentials a call has. */
export type NamedAccount = {
  accountId: number;
  credential: CredentialKind;
  /** The key behind it; null for a password and for an integration. */
  apiKeyId: string | null;
  /** Whether they are right. A stranger who knows an email address or a client ID names its account, too. */
  isProven: boolean;
};

/** Is told whose credentials a call has, as soon as that is known: also of those that are refused. */
export type OnNamed = (named: NamedAccount) => void;
