import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";

/** A request as the log keeps it. */
export type LoggedRequest = {
  requestId: string;
  accountId: number;
  at: Date;
  method: string;
  /** As its operation is declared. */
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
