import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLACEHOLDERS, STOREFRONT_TOPICS, TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import { orderText } from "@/lib/integrations/storefront/order-text";
import { fillTemplate } from "@/lib/sms/text/fill-template";

const VALUES = { first_name: "Aroha", order_number: "1001", shop: "Kowhai", total: "84.50 NZD" };

/** Templates, and their texts for an order without tracking. */
const UNTRACKED: readonly [template: string, text: string][] = [
  ["Your order is on its way. Track it: {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way. Track it here: {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way. Track it at {{tracking_url}}.", "Your order is on its way."],
  ["Your order is on its way! Follow it here {{ tracking_url }}", "Your order is on its way!"],
  ["Your order is on its way: {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way {{tracking_url}}", "Your order is on its way"],
  ["Your order is on its way {{tracking_url}} Thanks", "Your order is on its way. Thanks"],
  ["{{first_name}} {{tracking_url}} {{order_number}}", "Aroha 1001"],
  ["Your order is on its way - {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way – {{tracking_url}}.", "Your order is on its way."],
  ["Your order is on its way ({{tracking_url}}).", "Your order is on its way."],
  ["Your order is on its way (track: {{tracking_url}}). Ngā mihi", "Your order is on its way. Ngā mihi"],
  ["Your order is on its way, track it at {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way and you can track it here: {{tracking_url}}", "Your order is on its way."],
  ["Your order is on its way; tracking: {{tracking_url}}", "Your order is on its way."],
  [
    "Your order is on its way. See {{tracking_url}} for tracking. Thanks!",
    "Your order is on its way. Thanks!",
  ],
  ["Your order is on its way. Track it: {{tracking_url}} {{shop}}", "Your order is on its way. Kowhai"],
  [
    "Your order is on its way. Track it: {{tracking_url}} Thank you, {{shop}}",
    "Your order is on its way. Thank you, Kowhai",
  ],
  ["Your order is on its way: {{tracking_url}} - {{shop}}", "Your order is on its way. - Kowhai"],
  ["Kia ora\nTracking: {{tracking_url}}\nNgā mihi", "Kia ora\nNgā mihi"],
  ["Kia ora\nTracking: {{tracking_url}}", "Kia ora"],
  ["Track order {{order_number}} here: {{tracking_url}} Thanks", "Thanks"],
  [
    "Hi {{first_name}}, order {{order_number}} has been sent. Link: {{tracking_url}}",
    "Hi Aroha, order 1001 has been sent.",
  ],
  ["Votre commande est en route. Suivi : {{tracking_url}}", "Votre commande est en route."],
  ["Is it there yet? Check {{tracking_url}}", "Is it there yet?"],
  ["Track it: {{tracking_url}}", ""],
  ["{{tracking_url}}", ""],
  ["{{tracking_url}} Kia ora", "Kia ora"],
];

/** Templates, the value that the order does not have, and their texts. */
const OTHERS: readonly [template: string, name: keyof typeof VALUES, text: string][] = [
  ["Hi {{first_name}}, thanks.", "first_name", "Hi, thanks."],
  ["Hi {{first_name}}! Thanks.", "first_name", "Hi! Thanks."],
  ["{{first_name}}, your order is here.", "first_name", "Your order is here."],
  ["Dear {{first_name}}, thanks.", "first_name", "Hello, thanks."],
  ["Thanks {{first_name}}.", "first_name", "Thanks."],
  [
    "We have your payment of {{total}} for order {{order_number}}.",
    "total",
    "We have your payment for order 1001.",
  ],
  ["We have your payment of {{total}}.", "total", "We have your payment."],
  ["Thanks. Total: {{total}}. {{shop}}", "total", "Thanks. Kowhai"],
  ["Thanks. Total: {{total}}", "total", "Thanks."],
  [
    "Thank you for order {{order_number}} at {{shop}}.",
    "order_number",
    "Thank you for your order at Kowhai.",
  ],
  ["Thank you for order #{{order_number}}.", "order_number", "Thank you for your order."],
  ["Your order no. {{order_number}} is here.", "order_number", "Your order is here."],
  ["Your order (number: {{order_number}}) is here.", "order_number", "Your order is here."],
];

describe("the text of an order", () => {
  it.each(UNTRACKED)("without tracking: %s", (template, text) => {
    expect(orderText(template, VALUES)).toBe(text);
  });

  it.each(OTHERS)("%s without %s", (template, name, text) => {
    expect(orderText(template, { ...VALUES, [name]: undefined })).toBe(text);
  });

  it("with all values is the template as it stands", () => {
    const templates = [...UNTRACKED, ...OTHERS].map(([template]) => template);
    for (const template of [...templates, ...STOREFRONT_TOPICS.map((topic) => TOPICS[topic].template)])
      expect(orderText(template, PLACEHOLDERS)).toBe(fillTemplate(template, PLACEHOLDERS));
  });

  it("of a default is a whole sentence for any missing value", () => {
    const texts = STOREFRONT_TOPICS.flatMap((topic) =>
      Object.keys(PLACEHOLDERS).map((name) =>
        orderText(TOPICS[topic].template, { ...PLACEHOLDERS, [name]: undefined }),
      ),
    );
    for (const text of texts) expect(text).toMatch(/^Hi[ ,][^:]*[\w.]$|https:\S+$/);
    for (const text of texts)
      expect(text).not.toMatch(/\b(?:of|at|for|parcel of order) (?:for|is|at|has)\b|of\./);
  });

  it("never throws, and leaves no placeholder", () => {
    const words = fc.constantFrom(
      "{{first_name}}",
      "{{tracking_url}}",
      "{{total}}",
      "Track it: ",
      ". ",
      "\n",
      ", ",
      "order ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (pieces) => {
        expect(orderText(pieces.join(""), {})).not.toContain("{{tracking_url}}");
      }),
    );
  });
});
