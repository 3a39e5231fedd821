import type { SMTPServerError, SMTPServerSession } from "smtp-server";
import { now } from "@/lib/clock";
import { MinuteCounter } from "@/lib/email-to-sms/minute-counter";
import { callerOf } from "@/lib/http/client-address";

/** How much a stranger may ask of us, before anybody knows who it is. */
export type SmtpLimits = {
  /** Connections at a time, in all and from one address. */
  connections: number;
  connectionsPerAddress: number;
  /** E-mails from one address within a minute; a large provider sends from many. */
  emailsPerMinute: number;
  /** Recipients that are refused on one connection, the last of which ends it. */
  refusedRecipients: number;
  /** How long a connection may last, however much it says, and how long it may say nothing. */
  sessionMs: number;
  idleMs: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  connections: 50,
  connectionsPerAddress: 10,
  emailsPerMinute: 120,
  refusedRecipients: 20,
  sessionMs: 5 * 60_000,
  idleMs: 60_000,
};

/** A refusal as `smtp-server` wants it. */
export function replyOf(code: number, line: string): SMTPServerError {
  return Object.assign(new Error(line), { responseCode: code });
}

/** Who is connected, and how much of us they take up. */
export class Visitors {
  private readonly limits: SmtpLimits;
  private readonly present = new Map<string, { caller: string; timer: NodeJS.Timeout; refused: number }>();
  private readonly emails = new MinuteCounter<string>();

  constructor(limits: SmtpLimits) {
    this.limits = limits;
  }

  /** Lets a connection in, for so long and no longer; or says why not. */
  enter({ id, remoteAddress }: SMTPServerSession, hangUpLater: () => void): SMTPServerError | null {
    const caller = callerOf(remoteAddress);
    const others = [...this.present.values()].filter((other) => other.caller === caller).length;
    if (others >= this.limits.connectionsPerAddress) {
      return replyOf(421, "4.7.0 Too many connections from your address. Try again later.");
    }
    const timer = setTimeout(hangUpLater, this.limits.sessionMs).unref();
    this.present.set(id, { caller, timer, refused: 0 });
    return null;
  }

  leave({ id }: SMTPServerSession): void {
    clearTimeout(this.present.get(id)?.timer);
    this.present.delete(id);
  }

  /** Counts a recipient that is refused: who tries number after number is hung up on. @returns what it is told. */
  refuse({ id }: SMTPServerSession, refusal: SMTPServerError): SMTPServerError {
    const visitor = this.present.get(id);
    if (visitor && ++visitor.refused < this.limits.refusedRecipients) return refusal;
    return replyOf(421, "4.7.0 Too many recipients that are none here.");
  }

  /** Lets an e-mail begin, or says why not. */
  mail({ remoteAddress }: SMTPServerSession): SMTPServerError | null {
    const count = this.emails.add(callerOf(remoteAddress), now().getTime());
    if (count <= this.limits.emailsPerMinute) return null;
    return replyOf(451, "4.7.1 Too many e-mails from your address. Try again in a minute.");
  }
}
