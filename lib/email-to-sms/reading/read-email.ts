import { Libmime } from "libmime";
import { decodeBytes } from "@/lib/email-to-sms/reading/decoding/charset";
import { isSealed, messageText } from "@/lib/email-to-sms/reading/message-text";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import { readParts } from "@/lib/email-to-sms/reading/parts";
import { type Head, withHeaders } from "@/lib/email-to-sms/reading/read-head";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";

const libmime = new Libmime();

/** The text to send, and the subject. */
export type ReadEmail = { subject: string; text: string };

/** The longest subject that is read, and the longest that is kept, in characters. */
const MAX_READ = 16 * 1024;
const MAX_KEPT = 998;

const PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----";

/**
 * Reads the text of a raw email (rules: email text), whose head has been read and whose sender is known. The text is
 * the plain part, else the HTML part as text, else the subject. Attachments are ignored.
 * @throws EmailRefusal for an email that cannot be parsed, or whose text is encrypted.
 */
export async function readEmail(raw: Buffer, head: Head): Promise<ReadEmail> {
  const modest = withHeaders(raw, head, ({ name }) => name.startsWith("content-"));
  const root = await readParts(modest).catch(() => {
    throw new EmailRefusal("unreadable", "This email cannot be read: its parts are not as they should be.");
  });
  const subject = subjectOf(head);
  const text = ownText(messageText(root), subject).toWellFormed();
  if (text.startsWith(PGP_MESSAGE) || (text === "" && isSealed(root))) {
    throw new EmailRefusal("unreadable", "The text of this email is encrypted. Send it without encryption.");
  }
  return { subject, text: text || subject };
}

function subjectOf({ headers }: Head): string {
  // A signature covers the last subject if there are several.
  const line = headers.findLast(({ name }) => name === "subject")?.line ?? "";
  const value = line.slice(line.indexOf(":") + 1, MAX_READ).replace(/\r\n(?=\s)/g, "");
  const text = decodeBytes(Buffer.from(value, "latin1"), "");
  const shown = libmime
    .decodeWords(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim();
  return [...shown].slice(0, MAX_KEPT).join("");
}
