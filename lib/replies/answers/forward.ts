import { authSecret } from "@/lib/crypto/auth-secret";
import type { Transaction } from "@/lib/db/client";
import { encryptedDetails } from "@/lib/email/enqueue";
import { type ForwardEmail, forwardStatement } from "@/lib/replies/answers/forward.sql";

/** The most texts that an account gets by email within a day (rules: forwarded texts). */
const MAX_A_DAY = 100;

const DAY_MS = 24 * 3_600_000;

/** A text that a rule emails. */
export type Forward = {
  accountId: number;
  inboundId: string;
  number: string;
  shortcode: string;
  text: string;
  rule: string;
};

/**
 * Enqueues emails with texts, in the transaction that stores the texts. If a carrier repeats a text, it is not stored
 * again, and so not emailed again. Texts beyond the limit of the day are only in the Inbox.
 * @returns the ids of the emailed messages.
 */
export async function forwardTexts(
  tx: Transaction,
  texts: readonly Forward[],
  now: Date,
): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const secret = authSecret();
  const emails = texts.map(
    ({ accountId, inboundId, ...details }): ForwardEmail => ({
      accountId,
      id: inboundId,
      details: JSON.stringify(encryptedDetails(details, secret)),
    }),
  );
  const since = new Date(now.getTime() - DAY_MS);
  const written = await tx.query<{ id: string }>(forwardStatement(emails, { most: MAX_A_DAY, since }, now));
  tx.wake("emails");
  return new Set(written.map(({ id }) => id));
}
