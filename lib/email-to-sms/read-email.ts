import { simpleParser } from "mailparser";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/address";
import { htmlToText } from "@/lib/email-to-sms/html-to-text";
import { MAX_HEAD_BYTES, MAX_HEAD_LINES, MAX_SIGNATURES } from "@/lib/email-to-sms/limits";
import { ownText } from "@/lib/email-to-sms/own-text";
import { EmailRefusal } from "@/lib/email-to-sms/refusal";

/** What of an e-mail counts. */
export type ReadEmail = {
  /** Who it says it is from; null where that is not exactly one address. */
  from: EmailAddress | null;
  /** Its `Message-ID` with angle brackets, where it has a usable one. */
  id: string | null;
  subject: string;
  /** What is to be sent. */
  text: string;
  /** The header that says nobody wrote it: an answering machine, a list. Null where somebody did. */
  automatic: string | null;
};

const OPTIONS = {
  // The text that it would make of HTML is wrapped and shouts.
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  keepCidLinks: true,
  // A report of what became of an e-mail is no text of anybody.
  keepDeliveryStatus: true,
};

/** Longest subject and Message-ID that are kept, in characters. */
const KEPT_MOST = 998;

/**
 * Reads a raw e-mail (decisions "Integrations"): the plain part, else the HTML part as text; the subject only where
 * there is no text. Attachments are left out.
 * @throws EmailRefusal for what is no e-mail, or has a head that no mail program writes.
 */
export async function readEmail(raw: Buffer): Promise<ReadEmail> {
  requireModestHead(raw);
  const mail = await simpleParser(raw, OPTIONS).catch(() => {
    throw new EmailRefusal("unreadable", "This e-mail cannot be read: its parts are not as they should be.");
  });
  const lines = (name: string) => mail.headerLines.filter(({ key }) => key === name);
  const froms = (mail.from?.value ?? []).flatMap((entry) => entry.group ?? [entry]);
  const only = lines("from").length === 1 && froms.length === 1 ? froms[0]?.address : undefined;
  const subject = oneLine(mail.subject ?? "");
  const plain = ownText(mail.text ?? "");
  const text = plain || ownText(htmlToText(mail.html || "")) || subject;
  return {
    from: readAddress(only ?? ""),
    id: messageId(mail.messageId),
    subject,
    text,
    automatic: automaticBy(lines),
  };
}

type HeaderLine = { key: string; line: string };

/**
 * What is sent by a machine must not become a text: an out-of-office reply to a reply would go round for ever (RFC 3834).
 */
function automaticBy(lines: (name: string) => readonly HeaderLine[]): string | null {
  const value = (name: string) =>
    (lines(name)[0]?.line ?? "")
      .slice(name.length + 1)
      .replace(/\(.*?\)/g, "")
      .split(";")[0]
      ?.trim()
      .toLowerCase() ?? "";
  const submitted = value("auto-submitted");
  if (submitted !== "" && submitted !== "no") return "Auto-Submitted";
  if (["bulk", "list", "junk"].includes(value("precedence"))) return "Precedence";
  return null;
}

function messageId(given: string | undefined): string | null {
  const id = given?.trim() ?? "";
  return /^<[\x21-\x3b\x3d\x3f-\x7e]+>$/.test(id) && id.length <= KEPT_MOST ? id : null;
}

function oneLine(text: string): string {
  const shown = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .toWellFormed()
    .trim();
  return [...shown].slice(0, KEPT_MOST).join("");
}

/** Looked at before anything is parsed: what comes after costs more than its length. */
function requireModestHead(raw: Buffer): void {
  const start = raw.subarray(0, MAX_HEAD_BYTES).toString("latin1");
  const end = /\r?\n\r?\n/.exec(start)?.index ?? (raw.length <= MAX_HEAD_BYTES ? start.length : -1);
  const lines = end < 0 ? [] : start.slice(0, end).split("\n");
  const signatures = lines.filter((line) => /^(dkim|arc-message)-signature:/i.test(line)).length;
  if (end >= 0 && lines.length <= MAX_HEAD_LINES && signatures <= MAX_SIGNATURES) return;
  throw new EmailRefusal("unreadable", "This e-mail has more headers than an e-mail has.");
}
