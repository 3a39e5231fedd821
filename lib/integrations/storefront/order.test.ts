import { describe, expect, it } from "vitest";
import { numberOf } from "@/lib/integrations/storefront/order";

const NZ = { phone: "021 123 4567", country_code: "NZ" };
const US_SAMPLE = { phone: "1 123 123 1234", country_code: "US", country: "United States" };

describe("the number of an order", () => {
  it.each([
    [
      "a number too short is passed over",
      { shipping_address: { phone: "021 123", country_code: "NZ" }, billing_address: NZ },
    ],
    [
      "a landline is passed over",
      { shipping: { phone: "09 300 1234", country: "NZ" }, billing: { ...NZ, country: "NZ" } },
    ],
    [
      "one that no phone has is passed over",
      { shipping_address: US_SAMPLE, customer: { phone: "+64211234567" } },
    ],
    [
      "an Australian mobile is none of New Zealand's",
      { phone: "021 123 4567", billing_address: { phone: "0412 345 678", country_code: "NZ" } },
    ],
    ["a customer's own comes before the address's", { customer: { phone: "021 123", default_address: NZ } }],
    ["marks of direction do not count", { phone: "\u202a+64 21 123 4567\u202c" }],
    ["parentheses around the country code do not count", { phone: " (+64) 21 123-4567" }],
    ["the order's own is read in the account's country", { phone: "021 123 4567" }],
  ])("%s", (_, order) => {
    expect(numberOf(order, "NZ")).toBe("64211234567");
  });

  it.each([
    ["is read in its address's country", { shipping_address: { phone: "0412 345 678", country_code: "AU" } }],
    ["is read so without a code of a country", { shipping: { phone: "0412 345 678", country: "au" } }],
    [
      "of the order is read in the country it goes to",
      { phone: "0412 345 678", shipping_address: { country_code: "AU" } },
    ],
    [
      "of the customer is read in the country it goes to",
      { customer: { phone: "0412 345 678" }, billing: { country: "AU" } },
    ],
  ])("%s", (_, order) => {
    expect(numberOf(order, "NZ")).toBe("61412345678");
  });

  it.each([
    ["a sample", { shipping_address: US_SAMPLE, billing_address: US_SAMPLE }],
    ["too short", { shipping_address: { phone: "021 123", country_code: "NZ" } }],
    ["another country's", { shipping_address: { phone: "0412 345 678", country_code: "NZ" } }],
    ["a landline", { phone: "+64 9 300 1234" }],
    ["no number", { phone: "ask Aroha" }],
  ])("is none where there is only %s", (_, order) => {
    expect(numberOf(order, "NZ")).toBeNull();
  });

  it("may be in a New Zealand range of mobiles that is new", () => {
    expect(numberOf({ phone: "025 123 4567" }, "NZ")).toBe("64251234567");
  });
});
