import type { SMTPServerError, SMTPServerSession } from "smtp-server";
import { now } from "@/lib/clock";
import { MinuteCounter } from "@/lib/email-to-sms/minute-counter";
import { callerOf } from "@/lib/http/body/client-address";

/** The limits of a client of the server before its account is known. */
export type SmtpLimits = {
  /** Connections at a time, in all and from one address. */
  connections: number;
  connectionsPerAddress: number;
  /** Emails from one address within a minute. A large provider sends from many addresses. */
  emailsPerMinute: number;
  /** Recipients that are rejected on one connection. The last of them ends it. */
  refusedRecipients: number;
  /** The longest connection, and the longest silence in it, in milliseconds. */
  sessionMs: number;
  idleMs: number;
  /** The longest time before the first email of a connection begins, in milliseconds. */
  beforeMailMs: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  connections: 200,
  connectionsPerAddress: 10,
  emailsPerMinute: 120,
  refusedRecipients: 20,
  sessionMs: 5 * 60_000,
  idleMs: 30_000,
  beforeMailMs: 10_000,
};

/** Returns an error in the form that `smtp-server` expects. */
export function replyOf(code: number, line: string): SMTPServerError {
  return Object.assign(new Error(line), { responseCode: code });
}

type Visitor = {
  session: SMTPServerSession;
  caller: string;
  /** Sends a reason, and ends the connection. */
  hangUp: (line: string) => void;
  sessionTimer: NodeJS.Timeout;
  mailTimer: NodeJS.Timeout;
  refused: number;
  /** True while one of its emails is complete and waits for our answer. */
  isAnswered: boolean;
};

/** The open connections, and their use of the server. */
export class Visitors {
  private readonly limits: SmtpLimits;
  /** The connections by session, in the order in which they came or began their last email. */
  private readonly present = new Map<string, Visitor>();
  private readonly emails = new MinuteCounter<string>();

  constructor(limits: SmtpLimits) {
    this.limits = limits;
  }

  /**
   * Admits a connection for a limited time, or returns the reason for rejecting it. If there are too many, another
   * one is ended for it.
   * @param hangUp sends the client a reason, and ends its connection.
   */
  enter(session: SMTPServerSession, hangUp: (line: string) => void): SMTPServerError | null {
    const caller = callerOf(session.remoteAddress);
    const own = this.countOf(caller);
    if (own >= this.limits.connectionsPerAddress) {
      return replyOf(421, "4.7.0 Too many connections from your address. Try again later.");
    }
    if (this.present.size >= this.limits.connections && !this.makeRoom(own)) {
      return replyOf(421, "4.3.2 Too many connections. Try again later.");
    }
    const { sessionMs, beforeMailMs } = this.limits;
    const later = (line: string, ms: number) => setTimeout(() => this.hangUp(session, line), ms).unref();
    this.present.set(session.id, {
      session,
      caller,
      hangUp,
      refused: 0,
      isAnswered: false,
      sessionTimer: later("4.4.2 The connection lasted too long.", sessionMs),
      mailTimer: later("4.4.2 No email has begun.", beforeMailMs),
    });
    return null;
  }

  leave({ id }: SMTPServerSession): void {
    const visitor = this.present.get(id);
    clearTimeout(visitor?.sessionTimer);
    clearTimeout(visitor?.mailTimer);
    this.present.delete(id);
  }

  /**
   * Counts a rejected recipient. A client that tries number after number is disconnected.
   * @returns the reply to the client.
   */
  refuse({ id }: SMTPServerSession, refusal: SMTPServerError): SMTPServerError {
    const visitor = this.present.get(id);
    if (visitor && ++visitor.refused < this.limits.refusedRecipients) return refusal;
    return replyOf(421, "4.7.0 Too many unknown recipients.");
  }

  /** Admits an email, or returns the reason for rejecting it. */
  mail({ id, remoteAddress }: SMTPServerSession): SMTPServerError | null {
    const count = this.emails.add(callerOf(remoteAddress), now().getTime());
    if (count > this.limits.emailsPerMinute) {
      return replyOf(451, "4.7.1 Too many emails from your address. Try again in a minute.");
    }
    const visitor = this.present.get(id);
    if (visitor) {
      clearTimeout(visitor.mailTimer);
      this.present.delete(id);
      this.present.set(id, visitor);
    }
    return null;
  }

  /** Keeps a connection whose email is complete until it has our answer, even if other clients need its place. */
  async answering<Answer>({ id }: SMTPServerSession, answer: () => Promise<Answer>): Promise<Answer> {
    const visitor = this.present.get(id);
    if (visitor) visitor.isAnswered = true;
    try {
      return await answer();
    } finally {
      if (visitor) visitor.isAnswered = false;
    }
  }

  private countOf(caller: string): number {
    return [...this.present.values()].filter((other) => other.caller === caller).length;
  }

  /**
   * Ends the connection that has been without an email for longest. If all have one, it chooses the address with the
   * most connections, if those are more than the newcomer's own. It ends the connection of that address that began
   * its email longest ago.
   */
  private makeRoom(own: number): boolean {
    const others = [...this.present.values()].filter(({ isAnswered }) => !isAnswered);
    const victim =
      others.find(({ session }) => session.envelope.mailFrom === false) ?? this.mostCrowded(others, own);
    if (victim) this.hangUp(victim.session, "4.3.2 Others are waiting. Try again later.");
    return victim !== undefined;
  }

  private mostCrowded(others: readonly Visitor[], own: number): Visitor | undefined {
    const counts = new Map<string, number>();
    for (const { caller } of this.present.values()) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    const countOf = ({ caller }: Visitor) => counts.get(caller) ?? 0;
    const most = Math.max(0, ...others.map(countOf));
    return most > own + 1 ? others.find((other) => countOf(other) === most) : undefined;
  }

  /** Ends a connection. It does not count any more, although its client may notice late. */
  private hangUp(session: SMTPServerSession, line: string): void {
    const visitor = this.present.get(session.id);
    this.leave(session);
    visitor?.hangUp(line);
  }
}
