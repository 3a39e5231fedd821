import { unknownNames } from "@/lib/sms/text/fill-template";

/** The events of an order that a storefront tells of, as Shopify and WooCommerce name them. */
export const STOREFRONT_TOPICS = [
  "orders/create",
  "orders/paid",
  "orders/fulfilled",
  "orders/cancelled",
  "fulfillments/create",
  "order.created",
  "order.updated",
] as const;

export type StorefrontTopic = (typeof STOREFRONT_TOPICS)[number];

/** What a template may name (rules: storefront texts), with what stands there in a preview. */
export const PLACEHOLDERS = {
  order_number: "1001",
  first_name: "Aroha",
  shop: "Kowhai Books",
  total: "84.50 NZD",
  tracking_url: "https://example.co.nz/track/1001",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

/** Whether a topic sends, and what. */
export type TopicSetting = { enabled: boolean; template: string };

/** What each topic is to people, and what it does until an account chooses otherwise (rules: storefront). */
export const TOPICS: Readonly<Record<StorefrontTopic, { title: string } & TopicSetting>> = {
  "orders/create": {
    title: "Shopify: order placed",
    enabled: false,
    template: "Hi {{first_name}}, thank you for order {{order_number}} at {{shop}}.",
  },
  "orders/paid": {
    title: "Shopify: order paid",
    enabled: true,
    template: "Hi {{first_name}}, we have your payment of {{total}} for order {{order_number}}. {{shop}}",
  },
  "orders/fulfilled": {
    title: "Shopify: order sent",
    enabled: true,
    template: "Hi {{first_name}}, your order {{order_number}} is on its way. {{shop}}",
  },
  "orders/cancelled": {
    title: "Shopify: order cancelled",
    enabled: false,
    template: "Hi {{first_name}}, your order {{order_number}} has been cancelled. {{shop}}",
  },
  "fulfillments/create": {
    title: "Shopify: parcel sent",
    enabled: false,
    template: "Hi {{first_name}}, a parcel of your order {{order_number}} is on its way: {{tracking_url}}",
  },
  "order.created": {
    title: "WooCommerce: order placed",
    enabled: false,
    template: "Hi {{first_name}}, thank you for order {{order_number}} at {{shop}}.",
  },
  "order.updated": {
    title: "WooCommerce: order changed",
    enabled: false,
    template: "Hi {{first_name}}, your order {{order_number}} has changed. {{shop}}",
  },
};

/** Longest template: with what it names filled in, a message of eleven parts. */
export const TEMPLATE_LENGTH = 1_500;

/** The shops that sign what they send. */
export const SHOPS = ["shopify", "woocommerce"] as const;
export const SHOP_TITLES = { shopify: "Shopify", woocommerce: "WooCommerce" } as const;

/** Longest secret that a shop may have. */
export const SHOP_SECRET_LENGTH = 255;

/** What stands in two braces, whatever it is, and braces that do not fit together. */
const BRACES = /\{\{([^{}]*)\}\}/g;

/**
 * What is wrong with a template, as the rest of a sentence about it; null where nothing is. A name that is none would
 * leave a gap in every text, and what is only nearly a name would be sent as it stands.
 */
export function templateProblem(template: string): string | null {
  if (template.trim() === "") return "must not be empty";
  if ([...template].length > TEMPLATE_LENGTH) return `must be at most ${TEMPLATE_LENGTH} characters long`;
  const known = Object.keys(PLACEHOLDERS);
  const [unknown] = unknownNames(template, known);
  if (unknown !== undefined) return `names {{${unknown}}}, which does not exist`;
  const near = [...template.matchAll(BRACES)].find(([, name = ""]) => !known.includes(name.trim()));
  if (near) return `names ${near[0]}, which does not exist`;
  const rest = template.replace(BRACES, "");
  return rest.includes("{{") || rest.includes("}}") ? "has two braces that do not belong together" : null;
}
