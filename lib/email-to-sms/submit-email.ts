import { findInCells } from "@/lib/db/cells/ask-cells";
import { allCells, cellOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import {
  type ArrivedEmail,
  authenticate,
  type Resolver,
  type SignedParts,
} from "@/lib/email-to-sms/authenticate";
import { MinuteCounter } from "@/lib/email-to-sms/minute-counter";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/reading/address";
import { MAX_EMAILS_PER_MINUTE } from "@/lib/email-to-sms/reading/limits";
import { readEmail } from "@/lib/email-to-sms/reading/read-email";
import { type Head, readHead } from "@/lib/email-to-sms/reading/read-head";
import { readRecipientNumber } from "@/lib/email-to-sms/reading/recipient";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";
import { type EmailTaken, sendText, sentIds } from "@/lib/email-to-sms/send-text";
import { findSenderAccount, type SenderAccount } from "@/lib/email-to-sms/senders/find-sender-account";
import { GatewayError } from "@/lib/errors";
import { recordCall } from "@/lib/integrations/record-call";
import type { SendRules } from "@/lib/messages/send/send-context";

/** An email as it arrived, and its recipients' addresses. */
export type SubmittedEmail = ArrivedEmail & { recipients: readonly string[] };

/** The settings of this installation for email to SMS. */
export type EmailRules = {
  /** The domain of every number's address. */
  domain: string;
  send: SendRules;
  resolver: Resolver;
  /** Returns the status for the account's log of calls: an SMTP reply code, or an HTTP status. */
  statusOf(error: unknown): number;
};

/** Counters by account: authentic emails, and others that only claim to be the account's. */
const own = new MinuteCounter<number>();
const others = new MinuteCounter<number>();

/**
 * Sends an email as a text to each of its numbers, for the account that has confirmed its sender. The email must be
 * authentic (rules: email senders, email authenticity, email limits). If a mail server brings the same email to the
 * same numbers again, it gets the same response, and nothing is sent twice. The response follows the commit. It reads
 * only the head of a stranger's email.
 *
 * The account's log of calls has the emails of its senders. It has forged emails at most once a minute. Emails of
 * strangers are in no log.
 * @throws EmailRefusal, or GatewayError as sending does; any other error is a failure of ours, to be tried again.
 */
export async function submitEmail(
  home: Database,
  email: SubmittedEmail,
  rules: EmailRules,
  now: Date,
): Promise<EmailTaken> {
  // The numbers are sorted: a mail server that brings an email again may name them in another order.
  const numbers = [...new Set(email.recipients.map((to) => readRecipientNumber(to, rules.domain)))].sort();
  const head = readHead(email.raw);
  const { from, id } = head;
  if (!from) throw new EmailRefusal("not_listed", "The email must be from exactly one address.");
  const found = await findInAnyCell(home, from, turnOfAddress(email.client?.address ?? "email"));
  if (!found) throw automaticRefusal(email, head) ?? strangerRefusal(from);
  const { db, account } = found;
  const { accountId } = account.caller;
  const call = { accountId, kind: "email_to_sms", recipients: numbers } as const;
  let isOwn = false;
  try {
    const signed = await requireOwn({ email, head, from }, rules, now);
    isOwn = true;
    if (own.add(accountId, now.getTime()) > MAX_EMAILS_PER_MINUTE) {
      throw new EmailRefusal("too_many", "This account sends too many emails. Try again in a minute.");
    }
    const read = await readEmail(email.raw, head);
    const taken = await sendText(
      db,
      account,
      { from, id, signed, read, numbers, raw: email.raw },
      { rules: rules.send, now },
    );
    const ids = sentIds(taken.response);
    const texts = `${ids.length} ${ids.length === 1 ? "text" : "texts"}`;
    const result = taken.repeated ? `Accepted before: ${texts}` : `Accepted: ${texts}`;
    await recordCall(db, { ...call, status: rules.statusOf(null), result, messageId: ids[0] ?? null }, now);
    return taken;
  } catch (error) {
    if (isOwn || others.add(accountId, now.getTime()) === 1) {
      await recordCall(
        db,
        { ...call, status: rules.statusOf(error), result: noted(error), messageId: null },
        now,
      );
    }
    throw error;
  }
}

/**
 * Finds the account that has confirmed a sender, and its database: the first of several cells, beginning with home.
 * @param turn the turn of the look-up: anyone may bring an email (rules: look-ups).
 * @throws DatabaseUnavailableError if only a cell that does not answer may have it: the mail server brings the email
 * again.
 */
function findInAnyCell(
  home: Database,
  from: EmailAddress,
  turn: string,
): Promise<{ db: Database; account: SenderAccount } | null> {
  return findInCells(allCells(home), async (db) => {
    const account = await inCallerTurn(db, turn, () => findSenderAccount(db, from));
    return account && cellOf(account.caller.accountId) === db.cell ? { db, account } : null;
  });
}

function noted(error: unknown): string {
  if (error instanceof EmailRefusal) return error.noted;
  return error instanceof GatewayError ? error.message : "Something went wrong on our side.";
}

/**
 * Returns the same refusal for a sender on no list and for a forged email: strangers must not learn which addresses
 * are on a list.
 */
function strangerRefusal({ address, domain }: EmailAddress, noted?: string): EmailRefusal {
  return new EmailRefusal(
    noted === undefined ? "not_listed" : "not_authentic",
    `${address} is not on the list of senders of any account here, or the email passes neither DKIM nor SPF for ${domain}.`,
    noted,
  );
}

/** Returns the refusal of an automatic email from any sender; null for another email. */
function automaticRefusal({ envelopeFrom }: SubmittedEmail, { automatic }: Head): EmailRefusal | null {
  if (automatic === null && envelopeFrom !== "") return null;
  const why = automatic === null ? "a report about another one" : `automatic by its header ${automatic}`;
  return new EmailRefusal("automatic", `This email is ${why}, and is not sent as a text.`);
}

/**
 * Rejects automatic emails, and emails that only claim to be from the sender.
 * @returns the parts that a signature covers, if only that proves the email's origin.
 */
async function requireOwn(
  { email, head, from }: { email: SubmittedEmail; head: Head; from: EmailAddress },
  { resolver }: EmailRules,
  now: Date,
): Promise<SignedParts | null> {
  const automatic = automaticRefusal(email, head);
  if (automatic) throw automatic;
  const authenticity = await authenticate({ email, head, from }, resolver, now);
  switch (authenticity.result) {
    case "unknown":
      throw new EmailRefusal(
        "name_servers",
        `The name servers of ${from.domain} do not answer. Try again later.`,
      );
    case "no":
      throw strangerRefusal(
        from,
        `An email in the name of ${from.address} passes neither DKIM nor SPF for ${from.domain}: its author is unknown.`,
      );
    case "stale":
      throw new EmailRefusal(
        "not_authentic",
        "This email passes DKIM alone, and its signature does not prove that it was written within the last six days.",
      );
    case "yes":
      requireNamed(email.recipients, authenticity.signed);
      return authenticity.signed;
  }
}

function requireNamed(recipients: readonly string[], signed: SignedParts | null): void {
  if (signed === null || recipients.every((to) => signed.to.has(readAddress(to)?.address ?? ""))) return;
  throw new EmailRefusal(
    "not_authentic",
    "This email passes DKIM alone, which does not cover all it is sent to: write each number into To or Cc.",
  );
}
