import { describe, expect, it } from "vitest";
import { PLACEHOLDERS, STOREFRONT_TOPICS, TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import { orderOf, readOrder } from "@/lib/integrations/storefront/order";
import { valuesOf } from "@/lib/integrations/storefront/order-values";
import { recipientOf } from "@/lib/integrations/storefront/recipient";
import type { OrderCase } from "@/tests/support/callers/orders/order-case";
import { SHOPIFY_ORDERS } from "@/tests/support/callers/orders/shopify-orders";
import { SHOPIFY_PARCELS } from "@/tests/support/callers/orders/shopify-parcels";
import { SHOPIFY_PEOPLE } from "@/tests/support/callers/orders/shopify-people";
import { WOOCOMMERCE_ORDERS } from "@/tests/support/callers/orders/woocommerce-orders";
import { WRITTEN_NUMBERS } from "@/tests/support/callers/orders/written-numbers";

const SHOP = { name: "Kowhai Books", country: "NZ" };

/** Returns the outcome of an order in the words of its case. */
function outcomeOf({ topic, order: event }: OrderCase) {
  const order = orderOf(event);
  const read = readOrder(topic, order, { ...SHOP, template: "Kia ora" });
  if ("skipped" in read) return read;
  const { shop: _, ...values } = valuesOf(order, SHOP.name);
  const { firstName } = recipientOf(order, SHOP.country) ?? {};
  return {
    to: read.to,
    values: { ...values, ...(firstName === undefined ? {} : { first_name: firstName }) },
  };
}

describe.each([
  ["Shopify", [...SHOPIFY_PEOPLE, ...SHOPIFY_ORDERS]],
  ["Shopify's parcels", SHOPIFY_PARCELS],
  ["WooCommerce", WOOCOMMERCE_ORDERS],
  ["a phone field", WRITTEN_NUMBERS],
])("an order of %s", (_, cases) => {
  it.each(cases.map((one) => [one.title, one] as const))("%s", (_, one) => {
    const { title: __, topic: ___, order: ____, ...expected } = one;
    expect(outcomeOf(one)).toEqual(expected);
  });

  it("makes a whole sentence of every default text", () => {
    for (const { order: event } of cases) {
      for (const topic of STOREFRONT_TOPICS) {
        const read = readOrder(topic, orderOf(event), { ...SHOP, template: TOPICS[topic].template });
        if ("skipped" in read) continue;
        expect(read.message).toMatch(/(?:[.!?]|Kowhai Books|https:\S+)$/);
        expect(read.message).not.toMatch(
          /\{\{| {2}|[:,;(] ?[.,]|: ?$|\b(?:of|for|order) (?:for|at|is|has)\b.*undefined/,
        );
      }
    }
  });
});

describe("the number of an order", () => {
  it("is the first that can receive a text", () => {
    const good = { phone: "021 123 4567", country_code: "NZ" };
    const short = { phone: "021 123", country_code: "NZ" };
    const sample = { phone: "1 123 123 1234", country_code: "US" };
    for (const order of [
      { shipping_address: short, billing_address: good },
      {
        shipping: { phone: "09 300 1234", country: "NZ" },
        billing: { phone: "021 123 4567", country: "NZ" },
      },
      { shipping_address: sample, customer: { phone: "+64211234567" } },
      { phone: "021 123 4567", billing_address: { phone: "0412 345 678", country_code: "NZ" } },
      { customer: { phone: "021 123", default_address: good } },
    ])
      expect(recipientOf(order, "NZ")?.msisdn).toBe("64211234567");
  });

  it("without an address is read in the country that the order goes to", () => {
    for (const order of [
      { phone: "0412 345 678", shipping_address: { country_code: "AU" } },
      { customer: { phone: "0412 345 678" }, billing: { country: "AU" } },
    ])
      expect(recipientOf(order, "NZ")?.msisdn).toBe("61412345678");
  });

  it("may be in a new range of New Zealand mobiles", () => {
    expect(recipientOf({ phone: "025 123 4567" }, "NZ")?.msisdn).toBe("64251234567");
  });
});

describe("one order", () => {
  it("has one number in the texts of all its events", () => {
    const parcel = { order_id: 5001, destination: {} };
    for (const [name, order, parcels] of [
      ["1001", { id: 5001, name: "#1001", order_number: 1001, number: 1 }, ["#1001.1", "#1001-F2"]],
      ["KB1001", { id: 5001, name: "KB1001", order_number: 1001 }, ["KB1001.1", "KB1001-F12"]],
      ["1001-NZ", { id: 5001, name: "#1001-NZ", order_number: 1001 }, ["#1001-NZ.1", "#1001-NZ-F1"]],
    ] as const) {
      expect(valuesOf(order, "").order_number).toBe(name);
      for (const own of parcels) expect(valuesOf({ ...parcel, name: own }, "").order_number).toBe(name);
    }
  });

  it("has a sample of each value for the preview", () => {
    expect(Object.keys(PLACEHOLDERS)).toEqual([
      "order_number",
      "first_name",
      "shop",
      "total",
      "tracking_url",
    ]);
  });
});
