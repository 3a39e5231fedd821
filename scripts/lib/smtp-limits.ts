import type { SMTPServerError, SMTPServerSession } from "smtp-server";
import { now } from "@/lib/clock";
import { callerOf } from "@/lib/http/client-address";

/** How much a stranger may ask of us, before anybody knows who it is. */
export type SmtpLimits = {
  /** Connections at a time, in all and from one address. */
  connections: number;
  connectionsPerAddress: number;
  /** E-mails from one address within a minute; a large provider sends from many. */
  emailsPerMinute: number;
  /** How long a connection may last, however much it says, and how long it may say nothing. */
  sessionMs: number;
  idleMs: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  connections: 50,
  connectionsPerAddress: 10,
  emailsPerMinute: 120,
  sessionMs: 5 * 60_000,
  idleMs: 60_000,
};

const MINUTE_MS = 60_000;

/** A refusal as `smtp-server` wants it. */
export function replyOf(code: number, line: string): SMTPServerError {
  return Object.assign(new Error(line), { responseCode: code });
}

/** Who is connected, and how much of us they take up. */
export class Visitors {
  private readonly limits: SmtpLimits;
  private readonly present = new Map<string, { caller: string; timer: NodeJS.Timeout }>();
  private readonly emails = new MinuteCounter();

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
    this.present.set(id, { caller, timer: setTimeout(hangUpLater, this.limits.sessionMs).unref() });
    return null;
  }

  leave({ id }: SMTPServerSession): void {
    clearTimeout(this.present.get(id)?.timer);
    this.present.delete(id);
  }

  /** Lets an e-mail begin, or says why not. */
  mail({ remoteAddress }: SMTPServerSession): SMTPServerError | null {
    const count = this.emails.add(callerOf(remoteAddress), now().getTime());
    if (count <= this.limits.emailsPerMinute) return null;
    return replyOf(451, "4.7.1 Too many e-mails from your address. Try again in a minute.");
  }
}

/** Counts what comes from each address within a minute of the clock. */
class MinuteCounter {
  private minute = 0;
  private counts = new Map<string, number>();

  /** Counts one more. @returns how many there are in this minute, this one included. */
  add(name: string, atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.minute) [this.minute, this.counts] = [minute, new Map()];
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count;
  }
}
