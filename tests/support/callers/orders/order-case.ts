import type { StorefrontTopic } from "@/lib/contracts/integrations/storefront-topics";

/** A shop's event with an order, and the expected outcome for an account in New Zealand. */
export type OrderCase = {
  title: string;
  topic: StorefrontTopic;
  order: Record<string, unknown>;
} & (
  | {
      to: string;
      /** The values of a template, apart from the shop's name. */
      values: { first_name?: string; order_number?: string; total?: string; tracking_url?: string };
    }
  | { skipped: string }
);

export const NO_MOBILE = "The order has no mobile number.";
