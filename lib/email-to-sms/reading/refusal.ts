import type { ErrorCode } from "@/lib/contracts/base/error";
import { GatewayError } from "@/lib/errors";

/**
 * The reasons for rejecting an email: the reply to its mail server (RFC 5321, RFC 3463), and the code over HTTP. If a
 * reply begins with 4, the mail server tries again. Otherwise it informs the sender.
 */
const REFUSALS = {
  not_listed: { reply: "550 5.7.1", code: "forbidden" },
  not_authentic: { reply: "550 5.7.1", code: "forbidden" },
  automatic: { reply: "550 5.7.1", code: "forbidden" },
  switched_off: { reply: "550 5.7.1", code: "integration_disabled" },
  relay: { reply: "550 5.7.1", code: "invalid_recipient" },
  not_a_number: { reply: "550 5.1.1", code: "invalid_recipient" },
  too_many_recipients: { reply: "452 4.5.3", code: "too_many_recipients" },
  unreadable: { reply: "554 5.6.0", code: "invalid_request" },
  no_text: { reply: "554 5.6.0", code: "invalid_parameter" },
  too_large: { reply: "552 5.3.4", code: "body_too_large" },
  too_many: { reply: "451 4.7.1", code: "too_many_requests" },
  broken_off: { reply: "451 4.4.2", code: "temporarily_unavailable" },
  name_servers: { reply: "451 4.4.3", code: "temporarily_unavailable" },
} as const satisfies Record<string, { reply: string; code: ErrorCode }>;

export type RefusalKind = keyof typeof REFUSALS;

/** An email that is rejected. Its message is one sentence for its author. */
export class EmailRefusal extends GatewayError {
  readonly reply: string;
  /** The text in the account's log of calls. */
  readonly noted: string;

  /** @param noted a text that the account may see and a stranger may not. */
  constructor(kind: RefusalKind, message: string, noted = message) {
    super(REFUSALS[kind].code, message);
    this.reply = REFUSALS[kind].reply;
    this.noted = noted;
  }
}

/** The replies to errors of sending that another attempt would not solve. */
const REPLIES: Partial<Record<ErrorCode, string>> = {
  insufficient_funds: "550 5.7.0",
  sender_not_authorised: "550 5.7.1",
  no_route: "550 5.7.1",
  invalid_credentials: "550 5.7.1",
  idempotency_conflict: "554 5.6.0",
  invalid_parameter: "554 5.6.0",
};

/** The reply to a mail server: its code, and the text behind it. */
export type SmtpReply = { code: number; line: string };

/** Returns the reply to any error. If the sender has not caused it, the mail server should try again. */
export function smtpReply(error: unknown): SmtpReply {
  const reply =
    error instanceof EmailRefusal
      ? error.reply
      : error instanceof GatewayError
        ? REPLIES[error.code]
        : undefined;
  if (reply === undefined || !(error instanceof Error)) {
    return { code: 451, line: "4.3.0 Something went wrong on our side. Try again later." };
  }
  return { code: Number(reply.slice(0, 3)), line: `${reply.slice(4)} ${error.message}` };
}
