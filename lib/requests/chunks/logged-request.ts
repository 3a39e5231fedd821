import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";

/** A request in the log. */
export type LoggedRequest = {
  requestId: string;
  accountId: number;
  at: Date;
  method: string;
  /** The path of its operation's declaration. */
  path: string;
  status: number;
  errorCode: ErrorCode | null;
  error: string | null;
  durationMs: number;
  credential: CredentialKind;
  apiKeyId: string | null;
  address: string;
  /** JSON, redacted. */
  parameters: string;
  messageId: string | null;
};
