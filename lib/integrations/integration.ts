import type { Operation } from "@/lib/contracts/base/operation";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/gateway/send";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Database } from "@/lib/db/client";
import type { GatewayError } from "@/lib/errors";
import type { Owner } from "@/lib/integrations/find-owner";
import type { RepeatKey } from "@/lib/messages/send/idempotency";

/** A call as it came in. Its body is read when it is first asked for, since a wrong key can be told without it. */
export type IncomingCall = {
  db: Database;
  now: Date;
  /** What shops' secrets are encrypted under. */
  authSecret: string;
  query: URLSearchParams;
  /** The address that the call came from, for look-ups of its credentials. */
  address: string;
  header(name: string): string | null;
  /**
   * Returns the body as it was sent.
   * @param owner whose credentials are verified, so that the body may have 4 MiB.
   * @throws GatewayError `body_too_large`, `invalid_request`, `unavailable`.
   */
  bytes(owner: Owner): Promise<Uint8Array>;
  /**
   * Returns the first 64 KiB of the body, for a caller whose credentials are in it.
   * @throws GatewayError as `bytes`.
   */
  start(): Promise<{ bytes: Uint8Array; isWhole: boolean }>;
};

/** What a call asks for: a text and who it is for, or nothing at all, and why. */
export type SendIntent =
  | {
      /** One recipient, or several. */
      to: string | string[];
      message: string;
      /** A sender other than the integration's own. */
      from?: string | undefined;
      /** What makes the same call again do nothing again. */
      repeatKey?: RepeatKey;
    }
  | { skipped: string };

/** What a send answered, to one recipient or to several. */
export type Sent = SendResponse | BulkSendResponse;

/**
 * A kind of caller (rules: integrations). It says how the caller proves who it is, how its call becomes
 * recipients and a text, and how the result is told. How errors are told stands in its operation.
 */
export type Integration<Body = unknown> = {
  kind: IntegrationKind;
  operation: Operation;
  /**
   * Reads what of the call is needed to know whose it is.
   * @throws GatewayError where that cannot be known.
   */
  authenticate(call: IncomingCall): Promise<{ owner: Owner; body: Body }>;
  /** @throws GatewayError 400 for what cannot be sent. */
  read(call: IncomingCall, owner: Owner, body: Body): Promise<SendIntent>;
  answer(sent: Sent): object;
  /** The answer to a call that asks for nothing. */
  skip?(why: string): object;
  /**
   * Returns the reason that nothing was sent if an error counts as success for this caller. Returns undefined for a
   * real error.
   */
  excuse?(error: GatewayError): string | undefined;
};
