import { describe, expect, test } from "vitest";
import { TEMPLATE_LENGTH } from "@/lib/contracts/integrations/storefront-topics";
import { readAddress } from "@/lib/email-to-sms/reading/address";
import { automaticBy } from "@/lib/email-to-sms/reading/automatic";
import { unflow } from "@/lib/email-to-sms/reading/decoding/flowed";
import { readHeaderAddresses } from "@/lib/email-to-sms/reading/header-addresses";
import { htmlToText } from "@/lib/email-to-sms/reading/html-to-text";
import { ownText } from "@/lib/email-to-sms/reading/own-text";
import { readHead } from "@/lib/email-to-sms/reading/read-head";
import { readRecipientNumber } from "@/lib/email-to-sms/reading/recipient";
import { readSender } from "@/lib/email-to-sms/senders/sender-name";
import { printable } from "@/lib/http/body/parameters";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { readOrder } from "@/lib/integrations/storefront/order";
import { orderText } from "@/lib/integrations/storefront/order-text";
import { findNumbers, showNumber } from "@/lib/mail-addin/find-numbers";
import { unaddressable } from "@/lib/messages/send/recipients";
import { readPortedAt } from "@/lib/numbers/ported-at";
import { numberBeginning } from "@/lib/optouts/number-beginning";
import { isTitle, kindOfTitle } from "@/lib/parsing/files/column-titles";
import { csvLine } from "@/lib/parsing/files/csv-line";
import { CsvReader } from "@/lib/parsing/files/csv-reader";
import { TableReader } from "@/lib/parsing/files/file-table";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { LONGEST_TEXTS, superlinear, type TextFunction } from "@/tests/support/linear-time";

/** Accepts any outcome for the text, a refusal included. Running out of memory is a failure. */
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

/** Returns an order with a text in each field that a customer or a plug-in may write. */
function orderWith(text: string) {
  const address = { phone: text, country_code: text, first_name: text, name: text, company: text };
  return {
    status: text,
    number: text,
    name: `#${text}`,
    total: text,
    currency: text,
    tracking_urls: [text],
    shipping: address,
    billing: { ...address, phone: "021 123 4567" },
    customer: address,
    meta_data: [{ key: text, value: text }],
  };
}

/** Functions outside of `lib/sms` that read a stranger's text. `lib/sms` has a list of its own. */
const READ_TEXT: Record<string, TextFunction> = {
  automaticBy: (text) => automaticBy(() => [text]),
  readAddress,
  readHeaderAddresses: (text) => readHeaderAddresses([`To: ${text}`], ["to"]),
  htmlToText,
  unflow: (text) => unflow(text, false),
  ownText,
  readHead: (text) => readHead(Buffer.from(text)),
  readRecipientNumber: (text) => readRecipientNumber(`${text}@example.com`, "example.com"),
  readSender,
  csvLine: (text) => csvLine([text, text]),
  kindOfTitle,
  isTitle,
  CsvReader: (text) => readCsv(text).length,
  TableReader: (text) => {
    const table = new TableReader();
    table.add(readCsv(text));
    return table.table().count;
  },
  printable,
  ReadyText: (text) => new ReadyText("").reply({ header: () => text }, {}),
  readOrder: (text) =>
    readOrder("orders/fulfilled", orderWith(text), {
      name: text,
      country: "NZ",
      template: "{{tracking_url}}",
    }),
  orderText: (text) => orderText(text.slice(0, TEMPLATE_LENGTH), { total: text }),
  findNumbers: (text) => findNumbers([{ where: "body", text }], 20),
  showNumber,
  unaddressable,
  readPortedAt,
  numberBeginning,
  parseWebhookUrl: (text) => parseWebhookUrl(`https://${text}`, new Set(), "url"),
};

function readCsv(text: string) {
  const reader = new CsvReader({ characters: 1_000, cells: 1_000 });
  return [...reader.push(text), ...reader.end()];
}

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
