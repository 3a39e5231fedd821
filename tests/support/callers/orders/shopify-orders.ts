import type { OrderCase } from "@/tests/support/callers/orders/order-case";

const AROHA = { first_name: "Aroha", last_name: "Ngata", name: "Aroha Ngata" };
const NZ = { country: "New Zealand", country_code: "NZ" };
const ADDRESS = { ...AROHA, ...NZ, phone: "021 123 4567" };
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

const states: OrderCase[] = [
  {
    title: "cancelled before the event came",
    topic: "orders/create",
    order: { ...PAID, shipping_address: ADDRESS, cancelled_at: "2026-11-21T12:00:00+13:00" },
    skipped: "The order is cancelled.",
  },
  {
    title: "cancelled, and told so",
    topic: "orders/cancelled",
    order: {
      ...PAID,
      shipping_address: ADDRESS,
      cancelled_at: "2026-11-21T12:00:00+13:00",
      financial_status: "voided",
    },
    ...TO_AROHA,
  },
  {
    title: "a test of the shop",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: ADDRESS, test: true },
    skipped: "The order is a test of the shop.",
  },
  {
    title: "a payment that is voided",
    topic: "orders/create",
    order: { ...PAID, shipping_address: ADDRESS, financial_status: "voided" },
    skipped: "The order's payment is voided.",
  },
  {
    title: "a payment that is refunded",
    topic: "orders/paid",
    order: { ...PAID, shipping_address: ADDRESS, financial_status: "refunded" },
    skipped: "The order's payment is refunded.",
  },
  {
    title: "a payment that is awaited",
    topic: "orders/create",
    order: {
      ...PAID,
      shipping_address: ADDRESS,
      financial_status: "pending",
      test: false,
      cancelled_at: null,
    },
    ...TO_AROHA,
  },
];

const numbers: OrderCase[] = [
  {
    title: "a prefix and a suffix of the shop",
    topic: "orders/paid",
    order: { ...PAID, name: "KB-1001/NZ", shipping_address: ADDRESS },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "KB-1001/NZ", total: "84.50 NZD" },
  },
  {
    title: "a name that is a person's",
    topic: "orders/paid",
    order: { ...PAID, name: "Aroha Ngata", shipping_address: ADDRESS },
    ...TO_AROHA,
  },
  {
    title: "yen",
    topic: "orders/paid",
    order: { ...PAID, total_price: "8450.00", currency: "JPY", shipping_address: ADDRESS },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "1001", total: "8450 JPY" },
  },
  {
    title: "an amount as a number",
    topic: "orders/paid",
    order: { ...PAID, total_price: 84.5, currency: "nzd", shipping_address: ADDRESS },
    ...TO_AROHA,
  },
  {
    title: "three decimals",
    topic: "orders/paid",
    order: { ...PAID, total_price: "12.5", currency: "KWD", shipping_address: ADDRESS },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "1001", total: "12.500 KWD" },
  },
  {
    title: "paid in another currency than the shop's",
    topic: "orders/paid",
    order: {
      ...PAID,
      shipping_address: ADDRESS,
      total_price_set: {
        shop_money: { amount: "84.50", currency_code: "NZD" },
        presentment_money: { amount: "49.9", currency_code: "USD" },
      },
    },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "1001", total: "49.90 USD" },
  },
  {
    title: "no currency, and no amount",
    topic: "orders/create",
    order: { ...PAID, total_price: "", currency: null, shipping_address: ADDRESS },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "1001" },
  },
];

/** Shopify's orders with different states, numbers and totals. */
export const SHOPIFY_ORDERS: readonly OrderCase[] = [...states, ...numbers];
