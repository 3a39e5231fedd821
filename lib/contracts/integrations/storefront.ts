import { z } from "zod";
import { operation } from "@/lib/contracts/base/operation";
import { EXAMPLE_ANSWER, keyQuery } from "@/lib/contracts/integrations/parameters";

/** The outcome of an order's event (rules: storefront). */
export const storefrontResponse = z
  .object({
    success: z.literal(true),
    skipped: z.string().optional().meta({ description: "Why nothing was sent." }),
    message_id: z.string().optional().meta({ description: "The gateway's id of the text." }),
    status: z
      .enum(["accepted", "queued", "held"])
      .optional()
      .meta({ description: "`queued`: until 7am. `held`: until a domain is approved." }),
    parts: z
      .int()
      .optional()
      .meta({ description: "Parts billed.", examples: [1] }),
  })
  .meta({ id: "StorefrontResponse", description: "The outcome of an order's event." });

export type StorefrontResponse = z.output<typeof storefrontResponse>;

/** The operation that a shop calls if an order changes (rules: integration errors). */
export const storefrontOperation = operation({
  id: "storefrontWebhook",
  method: "POST",
  path: "/storefront/webhook.php",
  tag: "Integrations",
  summary: "Receive an order event",
  description:
    "For the webhooks of Shopify and WooCommerce: the body is the unchanged event, and `X-Shopify-Topic`, `X-WC-Webhook-Topic` or `topic` has the event’s topic. The account chooses the topics that send, and their texts, in the Members Area. A verified caller gets a 200, since shops give up on webhooks that refuse; `skipped` has the reason if nothing was sent. If the service is busy, the response is a 503, and the shop repeats the event. Orders that aren’t placed, such as drafts, send nothing. A repeated event sends nothing again. With the shop's secret in the Members Area the body's signature is required.",
  callers: "integration",
  query: keyQuery,
  request: z.looseObject({
    topic: z
      .string()
      .optional()
      .meta({ description: "The event’s topic, if no header has it.", examples: ["orders/paid"] }),
  }),
  logged: { cust_id: "word", shortcode_id: "word", topic: "word", to: "recipients", message: "text" },
  response: storefrontResponse,
  errors: [],
  onlyErrors: ["invalid_key", "method_not_allowed", "too_many_requests", "internal_error", "unavailable"],
  examples: [
    {
      summary: "An order is paid",
      request: {
        topic: "orders/paid",
        order_number: 1001,
        total_price: "84.50",
        currency: "NZD",
        shipping_address: { first_name: "Aroha", phone: "021 123 4567", country_code: "NZ" },
      },
      response: EXAMPLE_ANSWER,
    },
    {
      summary: "A topic that sends nothing",
      request: { topic: "orders/create" },
      response: { success: true, skipped: "orders/create is switched off." },
    },
  ],
});
