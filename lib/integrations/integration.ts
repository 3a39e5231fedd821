import type { Operation } from "@/lib/contracts/base/operation";
import type { BulkSendResponse, SendResponse } from "@/lib/contracts/gateway/send";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Database } from "@/lib/db/client";
import type { GatewayError } from "@/lib/errors";
import type { Owner } from "@/lib/integrations/find-owner";
import type { RepeatKey } from "@/lib/messages/send/idempotency";

/** An incoming call. Its body is read when it is needed: a wrong key can be rejected without it. */
export type IncomingCall = {
  db: Database;
  now: Date;
  /** The secret that encrypts shops' secrets. */
  authSecret: string;
  query: URLSearchParams;
  /** The address that the call came from, for look-ups of its credentials. */
  address: string;
  header(name: string): string | null;
  /**
   * Returns the body as it was sent.
   * @param owner the verified account, whose body may have 4 MiB.
   * @throws GatewayError `body_too_large`, `invalid_request`, `unavailable`.
   */
  bytes(owner: Owner): Promise<Uint8Array>;
  /**
   * Returns the first 64 KiB of the body, for a caller whose credentials are in it.
   * @throws GatewayError as `bytes`.
   */
  start(): Promise<{ bytes: Uint8Array; isWhole: boolean }>;
};

/** The request of a call: a text and its recipients, or the reason for sending nothing. */
export type SendIntent =
  | {
      /** One recipient, or several. */
      to: string | string[];
      message: string;
      /** A sender other than the integration's own. */
      from?: string | undefined;
      /** The key that makes a repeat of the call send nothing. */
      repeatKey?: RepeatKey;
    }
  | { skipped: string };

/** The response of a send to one recipient or to several. */
export type SendOutcome = SendResponse | BulkSendResponse;

/**
 * A kind of caller (rules: integrations). It defines the credentials of the caller, the recipients and the text of a
 * call, and the form of the response. Its operation defines the form of errors.
 */
export type Integration<Body = unknown> = {
  kind: IntegrationKind;
  operation: Operation;
  /**
   * Reads the parts of the call that identify its account.
   * @throws GatewayError if they do not.
   */
  authenticate(call: IncomingCall): Promise<{ owner: Owner; body: Body }>;
  /**
   * Reads the recipients and the text of a call.
   * @throws GatewayError 400 for a request that cannot be sent.
   */
  read(call: IncomingCall, owner: Owner, body: Body): Promise<SendIntent>;
  answer(sent: SendOutcome): object;
  /** Returns the response to a call that sends nothing. */
  skip?(why: string): object;
  /**
   * Returns the reason that nothing was sent if an error counts as success for this caller. Returns undefined for a
   * real error.
   */
  excuse?(error: GatewayError): string | undefined;
};
