import { describe, expect, test } from "vitest";
import { readAddress } from "@/lib/email-to-sms/reading/address";
import { automaticBy } from "@/lib/email-to-sms/reading/automatic";
import { readHeaderAddresses } from "@/lib/email-to-sms/reading/header-addresses";
import { decodeEntities } from "@/lib/email-to-sms/reading/html-entities";
import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { readRecipientNumber } from "@/lib/email-to-sms/reading/recipient";
import { readSender } from "@/lib/email-to-sms/senders/sender-name";
import { printable } from "@/lib/http/body/parameters";
import { csvLine } from "@/lib/http/reply/csv";
import { numberOf, valuesOf } from "@/lib/integrations/storefront/order";
import { findNumbers, showNumber } from "@/lib/mail-addin/find-numbers";
import { unaddressable } from "@/lib/messages/send/recipients";
import { readPortedAt } from "@/lib/numbers/ported-at";
import { numberBeginning } from "@/lib/optouts/number-beginning";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { LONGEST_TEXTS, superlinear, type TextFunction } from "@/tests/support/linear-time";

/** Any outcome for the text, a refusal included. Want of room is a failure. */
const tried =
  (run: TextFunction): TextFunction =>
  (text) => {
    try {
      return run(text);
    } catch (refusal) {
      if (refusal instanceof RangeError) throw refusal;
      return refusal;
    }
  };

/** Functions outside of `lib/sms` that read a stranger's text. `lib/sms` has a list of its own. */
const READ_TEXT: Record<string, TextFunction> = {
  automaticBy: (text) => automaticBy(() => [text]),
  readAddress,
  readHeaderAddresses: (text) => readHeaderAddresses([`To: ${text}`], ["to"]),
  decodeEntities,
  htmlToText,
  ownText,
  readHead: (text) => readHead(Buffer.from(text)),
  readRecipientNumber: (text) => readRecipientNumber(`${text}@example.com`, "example.com"),
  readSender,
  csvLine: (text) => csvLine([text, text]),
  printable,
  numberOf: (text) => numberOf({ phone: text, shipping_address: { phone: text, country_code: text } }, "NZ"),
  valuesOf: (text) => valuesOf({ name: `#${text}`, first_name: text, tracking_urls: [text] }, text),
  findNumbers: (text) => findNumbers([{ where: "body", text }], 20),
  showNumber,
  unaddressable,
  readPortedAt,
  numberBeginning,
  parseWebhookUrl: (text) => parseWebhookUrl(`https://${text}`, new Set(), "url"),
};

describe("what reads a stranger's text", () => {
  test.each(Object.entries(READ_TEXT))(
    "%s takes time linear in the length",
    (_, run) => {
      expect(superlinear(tried(run))).toBeNull();
    },
    240_000,
  );

  test.each(Object.entries(READ_TEXT))("%s has room for the longest text", (_, run) => {
    for (const text of LONGEST_TEXTS) expect(() => tried(run)(text)).not.toThrow();
  });
});
