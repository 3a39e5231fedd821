import { createHash } from "node:crypto";
import type { BulkSendResponse, SendRequest, SendResponse } from "@/lib/contracts/gateway/send";
import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import type { SignedParts } from "@/lib/email-to-sms/authenticate";
import { findSent } from "@/lib/email-to-sms/find-sent";
import type { EmailAddress } from "@/lib/email-to-sms/reading/address";
import { REPEAT_KEPT_MS } from "@/lib/email-to-sms/reading/limits";
import type { ReadEmail } from "@/lib/email-to-sms/reading/read-email";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";
import type { SenderAccount } from "@/lib/email-to-sms/senders/find-sender-account";
import { GatewayError } from "@/lib/errors";
import { prefixedKey } from "@/lib/messages/send/idempotency";
import { send } from "@/lib/messages/send/send";
import type { SendRules } from "@/lib/messages/send/send-context";
import { withEntries } from "@/lib/messages/send/send-response";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/** An authentic email: its `Message-ID`, its text, and the numbers, sorted. */
export type Text = {
  from: EmailAddress;
  id: string | null;
  /** The parts that its signature covers, if only that proves its origin. */
  signed: SignedParts | null;
  read: ReadEmail;
  numbers: readonly string[];
  raw: Buffer;
};

/** The result of an email. */
export type EmailTaken = { response: BulkSendResponse; repeated: boolean };

/**
 * Sends the text of an email for an account, once. An email that was sent before gets the same response, even if the
 * account's settings have changed since.
 * @throws EmailRefusal, or GatewayError as sending does. OutcomeUnknownError if the origin of the messages could not
 * be stored; a repeat of the email stores it.
 */
export async function sendText(
  db: Database,
  { caller, enabled, messageClass, rateCode, from: sender }: SenderAccount,
  text: Text,
  { rules, now }: { rules: SendRules; now: Date },
): Promise<EmailTaken> {
  const { read, numbers } = text;
  if (!enabled) {
    throw new EmailRefusal("switched_off", "Email to SMS is switched off for this account.");
  }
  if (read.text === "") throw new EmailRefusal("no_text", "This email has no text and no subject.");
  const request: SendRequest = {
    to: [...numbers],
    body: read.text,
    messageClass,
    fragmentationLimit: MAX_PARTS,
    unicode: false,
    sandbox: false,
    ...(rateCode === null ? {} : { rateCode }),
    ...(sender === null ? {} : { from: sender }),
  };
  const key = prefixedKey("email", { key: repeatKey(text), keptMs: REPEAT_KEPT_MS });
  const result = await send({ db, caller, rules, now }, request, key).catch(async (error) => {
    if (!(error instanceof GatewayError) || error.code !== "idempotency_conflict")
      return inWordsForEmail(error);
    const sent = await findSent(
      db,
      { accountId: caller.accountId, key, text: read.text },
      rules.authSecret,
      now,
    );
    if (sent === null) {
      throw new EmailRefusal(
        "unreadable",
        "An email with this Message-ID was sent already, with another text. Write a new one.",
      );
    }
    return { kind: "replay", response: sent } as const;
  });
  const response = (
    result.kind === "replay" ? JSON.parse(result.response) : withEntries(result.response)
  ) as BulkSendResponse;
  // This also runs after a repeat: the server may have been killed before it did this.
  await requireAfterCommit(() => remember(db, sentIds(response), text));
  return { response, repeated: result.kind === "replay" };
}

/**
 * Returns a key that is the same for the same email from the same sender to the same numbers (rules: email repeats).
 * A mail server may bring an email several times. If no signature covers the `Message-ID`, anyone who has the email
 * can change it: then the key contains the signature.
 */
function repeatKey({ from, id, signed, numbers, raw }: Text): string {
  const isOwnId = signed === null || signed.coversId;
  const name = isOwnId && id !== null ? id : (signed?.name ?? createHash("sha256").update(raw).digest("hex"));
  return JSON.stringify([from.address, name, numbers]);
}

function inWordsForEmail(error: unknown): never {
  if (error instanceof GatewayError && error.message.startsWith("Parameter 'body'")) {
    throw new EmailRefusal("no_text", "This email has no text that can be sent.");
  }
  throw error;
}

/** Returns the ids of the messages that an email has become. */
export function sentIds({ messages }: BulkSendResponse): string[] {
  return messages
    .filter((message): message is SendResponse => message.success)
    .map(({ message_id: id }) => id);
}

/** Stores the origin of messages from an email, so that answers go back to its sender. */
async function remember(
  db: Database,
  messageIds: readonly string[],
  { from, id, read }: Text,
): Promise<void> {
  const subject = read.subject === "" ? null : read.subject;
  await db.prisma.emailSubmission.createMany({
    data: messageIds.map((messageId) => ({ messageId, sender: from.address, emailId: id, subject })),
    skipDuplicates: true,
  });
}
