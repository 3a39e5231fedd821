import { findInCells } from "@/lib/db/cells/ask-cells";
import { allCells, cellOf } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";
import { type Arrived, authenticate, type Resolver, type Signed } from "@/lib/email-to-sms/authenticate";
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

/** An email as it arrived, and the addresses it is to go to. */
export type SubmittedEmail = Arrived & { recipients: readonly string[] };

/** What of this installation it depends on. */
export type EmailRules = {
  /** Behind the @ of every number. */
  domain: string;
  send: SendRules;
  resolver: Resolver;
  /** What the account's log of calls says of an answer: an SMTP reply code, or an HTTP status. */
  statusOf(error: unknown): number;
};

/** By account: emails that are its own, and others that only say so. */
const own = new MinuteCounter<number>();
const others = new MinuteCounter<number>();

/**
 * Sends an email as a text to each number it is addressed to, for the account that has confirmed its sender.
 * It must really come from there (rules: email senders, email authenticity, email limits). A mail server that
 * brings the same email to the same numbers again is told what it was told; nothing is sent twice. It is
 * answered after the commit. Of a stranger's email nothing but the head is read.
 *
 * What the account's senders have tried is in its log of calls. What others have tried in their name is there
 * once a minute. What strangers have tried is in nobody's.
 * @throws EmailRefusal, or GatewayError as sending does; anything else is a failure of ours, to be tried
 * again.
 */
export async function submitEmail(
  home: Database,
  email: SubmittedEmail,
  rules: EmailRules,
  now: Date,
): Promise<EmailTaken> {
  // In an order of their own: a mail server that brings an email again may name them in another.
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
 * The account that has confirmed a sender, and its database: of several cells the first, from home on.
 * @param turn in which it is looked for: anybody may bring an email (rules: look-ups).
 * @throws DatabaseUnavailableError where only a cell that does not answer may have it: the email is brought again.
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

/** The same for whoever is on no list and for who only says that they are: nobody learns here who is on one. */
function strangerRefusal({ address, domain }: EmailAddress, noted?: string): EmailRefusal {
  return new EmailRefusal(
    noted === undefined ? "not_listed" : "not_authentic",
    `${address} is not on the list of senders of any account here, or the email passes neither DKIM nor SPF for ${domain}.`,
    noted,
  );
}

/** Why an email that nobody wrote is refused, whoever it is from; null for one that somebody did. */
function automaticRefusal({ envelopeFrom }: SubmittedEmail, { automatic }: Head): EmailRefusal | null {
  if (automatic === null && envelopeFrom !== "") return null;
  const why = automatic === null ? "a report about another one" : `automatic by its header ${automatic}`;
  return new EmailRefusal("automatic", `This email is ${why}, and is not sent as a text.`);
}

/**
 * Refuses what nobody wrote, and what only says that it is from the sender.
 * @returns what a signature covers, where nothing else speaks for it.
 */
async function requireOwn(
  { email, head, from }: { email: SubmittedEmail; head: Head; from: EmailAddress },
  { resolver }: EmailRules,
  now: Date,
): Promise<Signed | null> {
  const automatic = automaticRefusal(email, head);
  if (automatic) throw automatic;
  const authenticity = await authenticate({ email, head, from }, resolver, now);
  switch (authenticity.result) {
    case "unknown":
      throw new EmailRefusal("name_servers", `The name servers of ${from.domain} do not answer just now.`);
    case "no":
      throw strangerRefusal(
        from,
        `An email in the name of ${from.address} passes neither DKIM nor SPF for ${from.domain}, so that anybody may have written it.`,
      );
    case "stale":
      throw new EmailRefusal(
        "not_authentic",
        "This email passes DKIM alone, and its signature does not say that it was written within the last six days.",
      );
    case "yes":
      requireNamed(email.recipients, authenticity.signed);
      return authenticity.signed;
  }
}

function requireNamed(recipients: readonly string[], signed: Signed | null): void {
  if (signed === null || recipients.every((to) => signed.to.has(readAddress(to)?.address ?? ""))) return;
  throw new EmailRefusal(
    "not_authentic",
    "This email passes DKIM alone, which does not cover all it is sent to: write each number into To or Cc.",
  );
}
