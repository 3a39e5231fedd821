import { createHash } from "node:crypto";
import type { BulkSendResponse, SendRequest, SendResponse } from "@/lib/contracts/send";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/address";
import { type Arrived, authenticate, type Resolver } from "@/lib/email-to-sms/authenticate";
import { findSenderAccount, type SenderAccount } from "@/lib/email-to-sms/find-sender-account";
import { type ReadEmail, readEmail } from "@/lib/email-to-sms/read-email";
import { readRecipientNumber } from "@/lib/email-to-sms/recipient";
import { EmailRefusal } from "@/lib/email-to-sms/refusal";
import { GatewayError } from "@/lib/errors";
import { recordCall } from "@/lib/integrations/record-call";
import { send } from "@/lib/messages/send";
import type { SendRules } from "@/lib/messages/submit";
import { MAX_PARTS } from "@/lib/sms/segments";

/** An e-mail as it arrived, and the addresses it is to go to. */
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

/** What came of it; and, as of every send, whether there is work to wake for. */
export type EmailTaken = {
  response: BulkSendResponse;
  repeated: boolean;
  accepted: boolean;
  blocked: boolean;
};

/** The keys of e-mails are not those of the account's own programs. */
const KEY_PREFIX = "email:";

/** Mail servers try for up to five days: so long a repeat is known. */
const REPEAT_KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Sends an e-mail as a text (spec 1 item 10, decisions "Integrations"): to each number it is addressed to, for the
 * account that has confirmed its sender, if it is really from there. A mail server that brings the same e-mail to the
 * same numbers again is told what it was told; nothing is sent twice. It is answered after the commit.
 *
 * What the account's senders have tried is in its log of calls; what strangers have tried is in nobody's.
 * @throws EmailRefusal, or GatewayError as sending does; anything else is a failure of ours, to be tried again.
 */
export async function submitEmail(
  db: Database,
  email: SubmittedEmail,
  rules: EmailRules,
  now: Date,
): Promise<EmailTaken> {
  const numbers = email.recipients.map((address) => readRecipientNumber(address, rules.domain));
  const read = await readEmail(email.raw);
  const { from } = read;
  const account = from && (await findSenderAccount(db, from));
  if (!from || !account) {
    throw new EmailRefusal(
      "not_listed",
      from
        ? `${from.address} is not on the list of senders of any account here.`
        : "The e-mail must be from exactly one address.",
    );
  }
  const { accountId } = account.caller;
  const call = { accountId, kind: "email_to_sms", recipients: numbers } as const;
  try {
    await requireOwn(email, from, read, rules, now);
    const taken = await sendText(db, account, { from, read, numbers }, email, rules, now);
    const ids = sentIds(taken.response);
    const texts = `${ids.length} ${ids.length === 1 ? "text" : "texts"}`;
    const result = taken.repeated ? `Accepted before: ${texts}` : `Accepted: ${texts}`;
    await recordCall(db, { ...call, status: rules.statusOf(null), result, messageId: ids[0] ?? null }, now);
    return taken;
  } catch (error) {
    const result = error instanceof GatewayError ? error.message : "Something went wrong on our side.";
    await recordCall(db, { ...call, status: rules.statusOf(error), result, messageId: null }, now);
    throw error;
  }
}

/** Refuses what nobody wrote, and what only says that it is from the sender. */
async function requireOwn(
  email: SubmittedEmail,
  from: EmailAddress,
  { automatic }: ReadEmail,
  { resolver }: EmailRules,
  now: Date,
): Promise<void> {
  if (automatic !== null || email.envelopeFrom === "") {
    const why = automatic === null ? "a report about another one" : `automatic by its header ${automatic}`;
    throw new EmailRefusal("automatic", `This e-mail is ${why}, and is not sent as a text.`);
  }
  const authenticity = await authenticate(email, from, resolver, now);
  switch (authenticity.result) {
    case "unknown":
      throw new EmailRefusal("name_servers", `The name servers of ${from.domain} do not answer just now.`);
    case "no":
      throw new EmailRefusal(
        "not_authentic",
        `This e-mail passes neither DKIM nor SPF for ${from.domain}, so that anybody may have written it.`,
      );
    case "yes":
      requireNamed(email.recipients, authenticity.writtenTo);
  }
}

function requireNamed(recipients: readonly string[], writtenTo: ReadonlySet<string> | null): void {
  const unnamed = recipients.find((address) => !writtenTo?.has(readAddress(address)?.address ?? ""));
  if (writtenTo === null || unnamed === undefined) return;
  throw new EmailRefusal(
    "not_authentic",
    `This e-mail passes DKIM alone, which does not cover ${unnamed}: write it into To or Cc.`,
  );
}

type Text = { from: EmailAddress; read: ReadEmail; numbers: readonly string[] };

async function sendText(
  db: Database,
  { caller, enabled, messageClass, rateCode, from: sender }: SenderAccount,
  { from, read, numbers }: Text,
  { raw }: SubmittedEmail,
  rules: EmailRules,
  now: Date,
): Promise<EmailTaken> {
  if (!enabled) {
    throw new EmailRefusal("switched_off", "E-mail to SMS is switched off for this account.");
  }
  if (read.text === "") throw new EmailRefusal("no_text", "This e-mail has no text and no subject.");
  const request: SendRequest = {
    ...{ to: [...numbers], body: read.text, messageClass, fragmentationLimit: MAX_PARTS },
    ...{ unicode: false, sandbox: false },
    ...(rateCode === null ? {} : { rateCode }),
    ...(sender === null ? {} : { from: sender }),
  };
  const key = { key: repeatKey(from, read, numbers, raw), keptMs: REPEAT_KEPT_MS };
  const result = await send(db, caller, request, key, rules.send, now).catch(inWordsForEmail);
  const response = (
    result.kind === "replay" ? JSON.parse(result.response) : result.response
  ) as BulkSendResponse;
  // After a repeat too: the server may have been killed before it did this.
  await remember(db, sentIds(response), from, read);
  return result.kind === "replay"
    ? { response, repeated: true, accepted: false, blocked: false }
    : { response, repeated: false, accepted: result.accepted, blocked: result.blocked };
}

/** The same for the same e-mail from the same sender to the same numbers: a mail server may bring it in several goes. */
function repeatKey(from: EmailAddress, { id }: ReadEmail, numbers: readonly string[], raw: Buffer): string {
  const name = id ?? createHash("sha256").update(raw).digest("hex");
  return `${KEY_PREFIX}${JSON.stringify([from.address, name, [...numbers].sort()])}`;
}

function inWordsForEmail(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error;
  if (error.code === "idempotency_conflict") {
    throw new EmailRefusal(
      "unreadable",
      "An e-mail with this Message-ID was sent already, with another text or other settings. Write a new one.",
    );
  }
  if (error.message.startsWith("Parameter 'body'")) {
    throw new EmailRefusal("no_text", "This e-mail has no text that can be sent.");
  }
  throw error;
}

function sentIds({ messages }: BulkSendResponse): string[] {
  return messages
    .filter((message): message is SendResponse => message.success)
    .map(({ message_id: id }) => id);
}

/** Notes which messages came by e-mail, so that what is answered to them goes back there. */
async function remember(
  db: Database,
  messageIds: readonly string[],
  { address }: EmailAddress,
  { id, subject }: ReadEmail,
): Promise<void> {
  await db.query(sql`
    insert into email_submissions (message_id, sender, email_id, subject)
    select unnest(${messageIds}::uuid[]), ${address}, ${id}, ${subject === "" ? null : subject}
    on conflict (message_id) do nothing`);
}
