import { NO_MOBILE, type OrderCase } from "@/tests/support/callers/orders/order-case";

const AROHA = {
  first_name: "Aroha",
  last_name: "Ngata",
  company: "",
  country: "NZ",
  phone: "(021) 123-4567",
};
const BOB = { first_name: "Bob", last_name: "Ross", company: "", country: "NZ", phone: "" };
const ORDER = {
  id: 727,
  number: "727",
  status: "processing",
  total: "84.50",
  currency: "NZD",
  billing: AROHA,
};
const KNOWN = { order_number: "727", total: "84.50 NZD" };
const MOBILE = "64211234567";
const TO_AROHA = { to: MOBILE, values: { first_name: "Aroha", ...KNOWN } };

/** Returns an order in a state. */
function inState(status: string, outcome: { skipped: string } | typeof TO_AROHA, isNew = true): OrderCase {
  const topic = isNew ? "order.created" : "order.updated";
  return { title: `${status}, ${topic}`, topic, order: { ...ORDER, status }, ...outcome };
}

const states: OrderCase[] = [
  ...["checkout-draft", "auto-draft", "draft", "trash"].flatMap((status) => {
    const skipped = { skipped: `The order is not placed: its status is ${status}.` };
    return [inState(status, skipped), inState(status, skipped, false)];
  }),
  inState("wc-checkout-draft", { skipped: "The order is not placed: its status is checkout-draft." }),
  inState("Auto-Draft", { skipped: "The order is not placed: its status is auto-draft." }),
  ...["failed", "cancelled", "refunded"].flatMap((status) => [
    inState(status, { skipped: `The order's status is ${status}.` }),
    inState(status, TO_AROHA, false),
  ]),
  ...["pending", "on-hold", "processing", "completed", "wc-shipped", "packed"].map((status) =>
    inState(status, TO_AROHA),
  ),
  inState("completed", TO_AROHA, false),
];

const people: OrderCase[] = [
  {
    title: "a gift: shipped to Bob without a phone, billed to Aroha with one",
    topic: "order.created",
    order: { ...ORDER, shipping: BOB },
    ...TO_AROHA,
  },
  {
    title: "a gift: shipped to Bob with a phone",
    topic: "order.created",
    order: { ...ORDER, shipping: { ...BOB, phone: "022 765 4321" } },
    to: "64227654321",
    values: { first_name: "Bob", ...KNOWN },
  },
  {
    title: "one field for the name",
    topic: "order.created",
    order: { ...ORDER, billing: { ...AROHA, first_name: "Aroha Ngata", last_name: "" } },
    ...TO_AROHA,
  },
  {
    title: "one field for the name, with a title",
    topic: "order.created",
    order: { ...ORDER, billing: { ...AROHA, first_name: "Dr. Aroha Ngata", last_name: "" } },
    ...TO_AROHA,
  },
  {
    title: "a company alone",
    topic: "order.created",
    order: { ...ORDER, billing: { ...AROHA, first_name: "", last_name: "", company: "Kowhai Ltd" } },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "an order of downloads has no shipping",
    topic: "order.updated",
    order: { ...ORDER, shipping: { first_name: "", last_name: "", country: "" } },
    ...TO_AROHA,
  },
  {
    title: "an order that was deleted has its ID alone",
    topic: "order.updated",
    order: { id: 727 },
    skipped: NO_MOBILE,
  },
];

const numbers: OrderCase[] = [
  {
    title: "a plug-in's sequential number",
    topic: "order.created",
    order: { ...ORDER, id: 98_213, number: "KB-00727" },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "KB-00727", total: "84.50 NZD" },
  },
  {
    title: "a number with its sign",
    topic: "order.created",
    order: { ...ORDER, number: "#727" },
    ...TO_AROHA,
  },
  {
    title: "an ID alone",
    topic: "order.created",
    order: { ...ORDER, number: undefined },
    ...TO_AROHA,
  },
  {
    title: "an amount without its decimals",
    topic: "order.created",
    order: { ...ORDER, total: "84.5" },
    ...TO_AROHA,
  },
  {
    title: "yen",
    topic: "order.created",
    order: { ...ORDER, total: "8450", currency: "JPY" },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "727", total: "8450 JPY" },
  },
  {
    title: "an amount as people write it",
    topic: "order.created",
    order: { ...ORDER, total: "1,084.50" },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "727", total: "1,084.50 NZD" },
  },
  {
    title: "the former API's body",
    topic: "order.created",
    order: {
      order: {
        id: 727,
        order_number: 727,
        status: "processing",
        total: "84.50",
        currency: "NZD",
        billing_address: AROHA,
        shipping_address: BOB,
      },
    },
    ...TO_AROHA,
  },
];

const LINK = "https://track.example.com/1Z1?a=1&b=2";

/** Returns an order to which a plug-in has added a shipment. */
function tracked(title: string, key: string, value: unknown, link?: string): OrderCase {
  const values = { first_name: "Aroha", ...KNOWN, ...(link === undefined ? {} : { tracking_url: link }) };
  const order = {
    ...ORDER,
    meta_data: [
      { id: 1, key: "_other", value: "https://other.example.com" },
      { id: 2, key, value },
    ],
  };
  return { title, topic: "order.updated", order, to: MOBILE, values };
}

const shipments: OrderCase[] = [
  tracked(
    "shipment tracking",
    "_wc_shipment_tracking_items",
    [{ tracking_number: "1Z1", custom_tracking_link: LINK }],
    LINK,
  ),
  tracked(
    "two shipments, the newer last",
    "_wc_shipment_tracking_items",
    [
      { custom_tracking_link: "https://a.example.com/1" },
      { custom_tracking_link: LINK, tracking_number: "2" },
    ],
    LINK,
  ),
  tracked("a provider without a link", "_wc_shipment_tracking_items", [
    { tracking_provider: "nz-post", custom_tracking_link: "", tracking_number: "1Z1" },
  ]),
  tracked("a link as a text", "_tracking_url", ` ${LINK} `, LINK),
  tracked("a link in HTML", "tracking_info", `<a href="${LINK.replace("&", "&amp;")}">Track</a>`, LINK),
  tracked(
    "a list as JSON",
    "_aftership_tracking_items",
    JSON.stringify([{ url: LINK }]).replaceAll("/", "\\/"),
    LINK,
  ),
  tracked("a number alone", "_tracking_number", "1Z1"),
  tracked("nothing", "_wc_shipment_tracking_items", null),
  tracked("deeper than any plug-in", "_tracking", [[[[[[LINK]]]]]]),
];

export const WOOCOMMERCE_ORDERS: readonly OrderCase[] = [...states, ...people, ...numbers, ...shipments];
