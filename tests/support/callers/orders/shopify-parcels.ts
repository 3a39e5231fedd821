import { NO_MOBILE, type OrderCase } from "@/tests/support/callers/orders/order-case";

const TO = { first_name: "Aroha", phone: "021 123 4567", country: "New Zealand", country_code: "NZ" };
const PARCEL = { id: 255, order_id: 820982911946154500, status: "success", name: "#1001.1", destination: TO };
const ORDER = { name: "#1001", order_number: 1001, shipping_address: TO };
const LINK = "https://track.example.com/1Z1";
const MOBILE = "64211234567";
const KNOWN = { first_name: "Aroha", order_number: "1001" };

/** Parcels of Shopify, and orders with parcels. */
export const SHOPIFY_PARCELS: readonly OrderCase[] = [
  {
    title: "a parcel with a link",
    topic: "fulfillments/create",
    order: { ...PARCEL, tracking_url: LINK, tracking_urls: [LINK] },
    to: MOBILE,
    values: { ...KNOWN, tracking_url: LINK },
  },
  {
    title: "a second parcel, by its newer name",
    topic: "fulfillments/create",
    order: {
      ...PARCEL,
      name: "#1001-F2",
      tracking_url: null,
      tracking_urls: [LINK, "https://b.example.com/2"],
    },
    to: MOBILE,
    values: { ...KNOWN, tracking_url: LINK },
  },
  {
    title: "a parcel of a shop with a prefix",
    topic: "fulfillments/create",
    order: { ...PARCEL, name: "KB-1001.12", tracking_urls: [] },
    to: MOBILE,
    values: { first_name: "Aroha", order_number: "KB-1001" },
  },
  {
    title: "a parcel without a name, which has IDs alone",
    topic: "fulfillments/create",
    order: { ...PARCEL, name: null },
    to: MOBILE,
    values: { first_name: "Aroha" },
  },
  {
    title: "a number that is no link",
    topic: "fulfillments/create",
    order: { ...PARCEL, tracking_number: "1Z1", tracking_url: "1Z1", tracking_urls: [""] },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "a link that is none of the web",
    topic: "fulfillments/create",
    order: { ...PARCEL, tracking_url: "javascript:alert(1)" },
    to: MOBILE,
    values: KNOWN,
  },
  {
    title: "a parcel that was called back",
    topic: "fulfillments/create",
    order: { ...PARCEL, status: "cancelled" },
    skipped: "The parcel is not on its way: its status is cancelled.",
  },
  {
    title: "a parcel that failed",
    topic: "fulfillments/create",
    order: { ...PARCEL, status: "failure" },
    skipped: "The parcel is not on its way: its status is failure.",
  },
  {
    title: "a parcel that is collected has no destination",
    topic: "fulfillments/create",
    order: { ...PARCEL, destination: null },
    skipped: NO_MOBILE,
  },
  {
    title: "an order in several parcels, of which the last has a link",
    topic: "orders/fulfilled",
    order: {
      ...ORDER,
      fulfillments: [
        { status: "success", tracking_url: "https://a.example.com/1" },
        { status: "success", tracking_urls: [LINK] },
        { status: "cancelled", tracking_url: "https://c.example.com/3" },
        { status: "success", tracking_url: null, tracking_urls: [] },
      ],
    },
    to: MOBILE,
    values: { ...KNOWN, tracking_url: LINK },
  },
  {
    title: "an order without parcels",
    topic: "orders/fulfilled",
    order: { ...ORDER, fulfillments: null },
    to: MOBILE,
    values: KNOWN,
  },
];
