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
    template: "Hi {{first_name}}, a parcel of order {{order_number}} is on its way: {{tracking_url}}",
  },
  "order.created": {
    title: "WooCommerce: order placed",
    enabled: false,
    template: "Hi {{first_name}}, thank you for order {{order_number}} at {{shop}}.",
  },
  "order.updated": {
    title: "WooCommerce: order changed",
    enabled: false,
    template: "Hi {{first_name}}, order {{order_number}} has changed. {{shop}}",
  },
};
