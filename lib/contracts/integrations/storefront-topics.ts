import { unknownNames } from "@/lib/sms/text/fill-template";

/** The events of an order in a storefront, in the names of Shopify and WooCommerce. */
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

/** The names in a template (rules: storefront texts), with their values in a preview. */
export const PLACEHOLDERS = {
  order_number: "1001",
  first_name: "Aroha",
  shop: "Kowhai Books",
  total: "84.50 NZD",
  tracking_url: "https://example.co.nz/track/1001",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

/** The setting of a topic: on or off, and its text. */
export type TopicSetting = { enabled: boolean; template: string };

/** The title of each topic, and its setting until an account chooses another (rules: storefront). */
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

/** The longest template. With its values it is a message of eleven parts. */
export const TEMPLATE_LENGTH = 1_500;

/** The shops that sign their requests. */
export const SHOPS = ["shopify", "woocommerce"] as const;
export const SHOP_TITLES = { shopify: "Shopify", woocommerce: "WooCommerce" } as const;

/** The longest secret of a shop. */
export const SHOP_SECRET_LENGTH = 255;

/** A name in two braces, of any form, and unmatched braces. */
const BRACES = /\{\{([^{}]*)\}\}/g;

/**
 * Returns the defect of a template, as the rest of a sentence about it; null without one. An unknown name would leave
 * a gap in every text. A malformed name would be sent unchanged.
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
