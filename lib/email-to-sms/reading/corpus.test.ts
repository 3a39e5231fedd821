import { describe, expect, test } from "vitest";
import emails from "@/lib/email-to-sms/reading/cases/emails.cases.json";
import html from "@/lib/email-to-sms/reading/cases/html.cases.json";
import quotations from "@/lib/email-to-sms/reading/cases/quotations.cases.json";
import signatures from "@/lib/email-to-sms/reading/cases/signatures.cases.json";
import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import { readEmail } from "@/lib/email-to-sms/reading/read-email";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { emailOf } from "@/tests/support/mail/email";

/** A plain text as lines. */
type TextCase = { name: string; lines: string[]; text: string; subject?: string };

/** Returns the text of an email, or the reason why it is rejected. */
async function outcome(lines: readonly string[]): Promise<string> {
  const raw = emailOf(...lines);
  const head = readHead(raw);
  if (head.automatic !== null) return `automatic ${head.automatic}`;
  return readEmail(raw, head).then(
    ({ text }) => text,
    (refusal) => `refused: ${refusal.message}`,
  );
}

describe("text of mail programs", () => {
  test.each<TextCase>(quotations)("quotation: $name", ({ lines, text, subject }) => {
    expect(ownText(lines.join("\r\n"), subject)).toBe(text);
  });

  test.each<TextCase>(signatures)("signature: $name", ({ lines, text }) => {
    expect(ownText(lines.join("\r\n"))).toBe(text);
  });

  test.each(html)("HTML: $name", ({ html, text }) => {
    expect(ownText(htmlToText(html))).toBe(text);
  });

  // Each character of a line is a byte.
  test.each(emails)("email: $name", async ({ lines, text }) => {
    expect(await outcome(lines)).toBe(text);
  });
});
