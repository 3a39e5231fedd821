import { NO_MOBILE, type OrderCase } from "@/tests/support/callers/orders/order-case";

const AROHA = { first_name: "Aroha", last_name: "Ngata", name: "Aroha Ngata" };
const NZ = { country: "New Zealand", country_code: "NZ" };
const ADDRESS = { ...AROHA, ...NZ, phone: "021 123 4567" };
const NONE = { ...NZ, phone: null };
const PAID = {
  id: 5001,
  name: "#1001",
  order_number: 1001,
  number: 1,
  total_price: "84.50",
  currency: "NZD",
};
const KNOWN = { order_number: "1001", total: "84.50 NZD" };
const MOBILE = "64211234567";
const TO_AROHA = { to: MOBILE, values: { first_name: "Aroha", ...KNOWN } };

/** Shopify's orders with different names and numbers of people. */
export const SHOPIFY_PEOPLE: readonly OrderCase[] = [
  {
    title: "the shipping address has all",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: ADDRESS },
    ...TO_AROHA,
  },
  {
    title: "a gift: shipped to Bob without a phone, billed to Alice with one",
    topic: "orders/create",
    order: {
      ...PAID,
      shipping_address: { ...NONE, first_name: "Bob", last_name: "Ross" },
      billing_address: { ...ADDRESS, first_name: "Alice" },
    },
    to: MOBILE,
    values: { first_name: "Alice", ...KNOWN },
  },
  {
    title: "a gift: shipped to Bob with a landline, billed to Alice with a mobile",
    topic: "orders/create",
    order: {
      ...PAID,
      shipping_address: { ...NZ, first_name: "Bob", phone: "09 300 1234" },
      billing_address: { ...ADDRESS, first_name: "Alice" },
    },
    to: MOBILE,
    values: { first_name: "Alice", ...KNOWN },
  },
  {
    title: "the number's own address has no name, another person's has one",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: { ...NONE, first_name: "Bob" },
      billing_address: { ...NZ, phone: "0211234567" },
    },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "the same number elsewhere has a name",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: { ...NZ, phone: "+64 21 123 4567" }, billing_address: ADDRESS },
    ...TO_AROHA,
  },
  {
    title: "the customer's phone, the default address is Bob's",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: null,
      billing_address: null,
      customer: { ...AROHA, phone: "+64211234567", default_address: { ...NONE, first_name: "Bob" } },
    },
    ...TO_AROHA,
  },
  {
    title: "the default address's phone is Bob's",
    topic: "orders/paid",
    order: {
      ...PAID,
      customer: { ...AROHA, phone: null, default_address: { ...ADDRESS, first_name: "Bob" } },
    },
    to: MOBILE,
    values: { first_name: "Bob", ...KNOWN },
  },
  {
    title: "the customer's phone in the country of the default address",
    topic: "orders/paid",
    order: {
      ...PAID,
      customer: { ...AROHA, phone: "0412 345 678", default_address: { country_code: "AU" } },
    },
    to: "61412345678",
    values: { first_name: "Aroha", ...KNOWN },
  },
  {
    title: "a guest with a phone on the order alone, and no customer",
    topic: "orders/paid",
    order: { ...PAID, customer: null, shipping_address: null, phone: "+64211234567" },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "a pickup with a phone on the order, whose customer has a name",
    topic: "orders/paid",
    order: { ...PAID, customer: { ...AROHA, phone: null }, shipping_address: null, phone: "021 123 4567" },
    ...TO_AROHA,
  },
  {
    title: "a name and a phone on the order itself",
    topic: "orders/paid",
    order: {
      ...PAID,
      first_name: "Aroha",
      phone: "021 123 4567",
      billing_address: { ...NONE, first_name: "Bob" },
    },
    ...TO_AROHA,
  },
  {
    title: "a guest's gift with a phone on the order",
    topic: "orders/paid",
    order: {
      ...PAID,
      customer: null,
      shipping_address: { ...NONE, first_name: "Bob" },
      phone: "021 123 4567",
    },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "empty texts everywhere but on the billing address",
    topic: "orders/paid",
    order: {
      ...PAID,
      phone: "",
      customer: { first_name: "", phone: "" },
      shipping_address: { first_name: " ", phone: "", country_code: "" },
      billing_address: ADDRESS,
    },
    ...TO_AROHA,
  },
  {
    title: "no phone anywhere",
    topic: "orders/paid",
    order: { ...PAID, phone: null, shipping_address: { ...ADDRESS, phone: null }, customer: { phone: null } },
    skipped: NO_MOBILE,
  },
  {
    title: "a checkout that requires the last name alone",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: { ...ADDRESS, first_name: null, last_name: "Aroha Ngata", name: "Aroha Ngata" },
    },
    ...TO_AROHA,
  },
  {
    title: "a company alone",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: {
        ...NZ,
        phone: "021 123 4567",
        first_name: null,
        company: "Kowhai Ltd",
        name: "Kowhai Ltd",
      },
    },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "capitals stay",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: { ...ADDRESS, first_name: "AROHA" } },
    to: MOBILE,
    values: { first_name: "AROHA", ...KNOWN },
  },
  {
    title: "pictures in a name",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: { ...ADDRESS, first_name: "🌸 Aroha 👩🏽‍🦱🇳🇿" } },
    ...TO_AROHA,
  },
  {
    title: "nothing but a picture",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: { ...ADDRESS, first_name: "🌸" } },
    ...TO_AROHA,
  },
  {
    title: "a dot for a name",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: { ...ADDRESS, first_name: ".", name: ". Ngata", last_name: "Ngata" },
    },
    to: MOBILE,
    values: { first_name: "Ngata", ...KNOWN },
  },
  {
    title: "a link for a name",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: { ...NZ, phone: "0211234567", first_name: "WIN https://win.example.com" },
    },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "a page for a name",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: { ...NZ, phone: "0211234567", first_name: "a".repeat(5_000), last_name: "b" },
    },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "two given names, and a line break",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: { ...ADDRESS, first_name: "Mary\n Ann " } },
    to: MOBILE,
    values: { first_name: "Mary Ann", ...KNOWN },
  },
];
