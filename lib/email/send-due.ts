import { decrypt } from "@/lib/crypto/encryption";
import { writeWhereLeasesAre } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { type EmailText, writeEmail } from "@/lib/email/email-kinds";
import type { Mailer, MailOutcome } from "@/lib/email/mailer";
import { MissingAppUrl } from "@/lib/email/missing-app-url";
import { claimStatement, finishStatement, type LeasedEmail, NEXT_STATEMENT } from "@/lib/email/send-due.sql";
import { describeError, log } from "@/lib/log";

const BATCH = 20;

/** The lease of a batch. Each of its emails ends in less time. After the lease they are due again. */
export const EMAIL_LEASE_MS = 60_000;

/** The wait after the first failure. It doubles up to the longest (rules: notices by email). */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 2 * 3_600_000;

/** The time after which an unsent email is given up. */
export const EMAIL_GIVE_UP_MS = 3 * 24 * 3_600_000;

export type EmailSettings = {
  /** Without these two no email can be sent. Emails then wait as for a server that is down. */
  smtpUrl: string | undefined;
  smtpFrom: string | undefined;
  /** The secret that encrypts the details of some emails. */
  authSecret: string;
  /** The address for links. Without it, an email with a link waits as for a server. */
  appUrl: string | undefined;
  /** The domain behind the @ of every number, for emails that may be answered by a text. Without it, none may. */
  emailDomain?: string | undefined;
  /** True to log emails that cannot be sent without a server, for developers. */
  showsUnsent: boolean;
};

const NO_SERVER: MailOutcome = { sent: false, final: false, error: "No SMTP server is set." };
const NO_APP_URL: MailOutcome = { sent: false, final: false, error: "APP_URL is not set." };
const UNKNOWN: MailOutcome = {
  sent: false,
  final: false,
  error: "This version cannot write such an email.",
};

/**
 * Sends one batch of due emails, and records the outcome of each at once. Each email goes to its account's current
 * address, unless it has its own recipient.
 * Any number of servers may run it concurrently: one of them claims a row for a lease. If a worker dies between the
 * server's acceptance and its own record, the email is due again. Each email is therefore sent at least once, and a
 * repeat has the same Message-ID.
 * @returns whether further emails may be due, the number of sent emails, and the time at which the next one is due.
 */
export async function sendDueEmails(
  db: Database,
  settings: EmailSettings,
  now: Date,
): Promise<{ more: boolean; sent: number; nextAt: Date | null }> {
  const lease = new Date(now.getTime() + EMAIL_LEASE_MS);
  const claimed = await db.query<LeasedEmail>(claimStatement(now, lease, BATCH));
  const outcomes = claimed.length > 0 ? await sendAll(db, settings, claimed, { lease, now }) : [];
  const [next] = await db.query<{ at: Date | null }>(NEXT_STATEMENT);
  return {
    more: claimed.length === BATCH,
    sent: outcomes.filter(({ sent }) => sent).length,
    nextAt: next?.at ?? null,
  };
}

/** @throws the first error of the database, once all attempts have ended. */
async function sendAll(
  db: Database,
  settings: EmailSettings,
  claimed: readonly LeasedEmail[],
  { lease, now }: { lease: Date; now: Date },
): Promise<MailOutcome[]> {
  const { smtpUrl, smtpFrom } = settings;
  const mailer = smtpUrl && smtpFrom ? await loadMailer(smtpUrl, smtpFrom) : null;
  try {
    const ended = await Promise.allSettled(
      claimed.map(async (email) => {
        const outcome = await attempt(email, mailer, settings);
        await record(db, email, outcome, { lease, now });
        return outcome;
      }),
    );
    return ended.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
  } finally {
    mailer?.close();
  }
}

/** Loads the mailer with the first email: most servers start without one. */
async function loadMailer(url: string, from: string): Promise<Mailer> {
  const { openMailer } = await import("@/lib/email/mailer");
  return openMailer({ url, from });
}

async function attempt(
  email: LeasedEmail,
  mailer: Mailer | null,
  settings: EmailSettings,
): Promise<MailOutcome> {
  const { id, accountId, kind, details } = email;
  const to = addressed(email);
  // The remaining recipients are no longer among the account's addresses.
  if (to.length === 0 && email.to.length > 0) return { sent: true };
  let written: EmailText;
  try {
    const { appUrl, emailDomain, authSecret } = settings;
    written = writeEmail(kind, opened(details, authSecret), appUrl, emailDomain);
  } catch (error) {
    if (error instanceof MissingAppUrl) {
      if (email.attempts === 1) log().warn({ kind, accountId }, "email not sent: APP_URL is not set");
      return NO_APP_URL;
    }
    log().error({ email: id, kind, err: describeError(error) }, "an email could not be written");
    return UNKNOWN;
  }
  if (mailer) return mailer.send({ ...written, id, to: written.to === undefined ? to : [written.to] });
  if (email.attempts === 1) {
    const shown = settings.showsUnsent ? written : {};
    log().warn({ kind, accountId, ...shown }, "email not sent: SMTP_URL is not set");
  }
  return NO_SERVER;
}

/** Returns the recipients of an email, without those that got it and those that the server refuses permanently. */
function addressed({ to, details }: Pick<LeasedEmail, "to" | "details">): readonly string[] {
  const settled = new Set(settledOf(details));
  return to.filter((address) => !settled.has(address));
}

function settledOf(details: unknown): readonly string[] {
  const { settled } = Object(details) as { settled?: unknown };
  return Array.isArray(settled) ? settled : [];
}

/**
 * Returns the recipients that get no further attempt, including those of this one; null if the outcome is the
 * same for all recipients.
 */
function nowSettled(email: LeasedEmail, outcome: MailOutcome): readonly string[] | null {
  if (outcome.sent || outcome.left === undefined) return null;
  const left = new Set(outcome.left);
  return [...settledOf(email.details), ...addressed(email).filter((address) => !left.has(address))];
}

/** Decrypts the details of a row if `encryptedDetails` encrypted them. */
function opened(details: unknown, authSecret: string): unknown {
  const { encrypted } = Object(details) as { encrypted?: unknown };
  return typeof encrypted === "string"
    ? JSON.parse(decrypt(Buffer.from(encrypted, "base64"), authSecret))
    : details;
}

async function record(
  db: Database,
  email: LeasedEmail,
  outcome: MailOutcome,
  { lease, now }: { lease: Date; now: Date },
): Promise<void> {
  const { id, accountId, kind, attempts, createdAt } = email;
  const sentAt = outcome.sent ? now : null;
  const nextAt = outcome.sent || outcome.final ? null : retryAt(attempts, createdAt, now);
  const error = outcome.sent ? null : outcome.error;
  const statement = finishStatement(id, lease, {
    sentAt,
    nextAt,
    error,
    settled: nowSettled(email, outcome),
  });
  const left = await writeWhereLeasesAre(db, [email], async (cell) =>
    (await cell.query(statement)).length > 0 ? [] : [id],
  );
  if (left.length > 0) log().warn({ email: id }, "the lease ran out before the email was recorded");
  else if (sentAt === null && nextAt === null) log().error({ email: id, kind, accountId }, "email given up");
}

/** Returns the time of the next attempt; null if the email is given up. */
function retryAt(attempts: number, createdAt: Date, now: Date): Date | null {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), MAX_RETRY_MS);
  const at = now.getTime() + waitMs;
  return at > createdAt.getTime() + EMAIL_GIVE_UP_MS ? null : new Date(at);
}
