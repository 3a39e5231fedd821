import { simpleParser } from "mailparser";
import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { MAX_TEXT_CHARACTERS } from "@/lib/email-to-sms/reading/limits";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import { type Head, withHeaders } from "@/lib/email-to-sms/reading/read-head";
import { EmailRefusal } from "@/lib/email-to-sms/reading/refusal";

/** What is to be sent, and what it is about. */
export type ReadEmail = { subject: string; text: string };

const OPTIONS = {
  // The text that it would make of HTML is wrapped and shouts.
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  keepCidLinks: true,
  // A report of what became of an email is no text of anybody.
  keepDeliveryStatus: true,
};

/** Longest subject that is kept, in characters. */
const MAX_KEPT = 998;

/**
 * Reads the text of a raw email (rules: email text), whose head has been read and whose sender is known. The
 * text is the plain part, else the HTML part as text, else the subject. Attachments are left out.
 * @throws EmailRefusal for what cannot be taken apart.
 */
export async function readEmail(raw: Buffer, head: Head): Promise<ReadEmail> {
  const modest = withHeaders(raw, head, ({ name }) => name === "subject" || name.startsWith("content-"));
  const mail = await simpleParser(modest, OPTIONS).catch(() => {
    throw new EmailRefusal("unreadable", "This email cannot be read: its parts are not as they should be.");
  });
  const subject = oneLine(mail.subject ?? "");
  const plain = ownText(beginning(mail.text ?? ""));
  return { subject, text: plain || ownText(htmlToText(beginning(mail.html || ""))) || subject };
}

function beginning(text: string): string {
  return text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed();
}

function oneLine(text: string): string {
  const shown = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim();
  return [...shown].slice(0, MAX_KEPT).join("");
}
