import { z } from "zod";
import { flag, label, oneOf, text } from "@/lib/contracts/base/parameters";
import { PLACEHOLDERS, STOREFRONT_TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import { unknownNames } from "@/lib/sms/text/fill-template";

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

const template = text()
  .trim()
  .superRefine((value, context) => {
    const problem = templateProblem(value);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

const topic = z.enum(STOREFRONT_TOPICS);

/** What each event of an order sends, and whether each shop's secret has been entered. */
export const readTopics = memberOperation({
  method: "GET",
  path: "/api/members/integrations/topics",
  request: z.object({}),
  response: z.object({
    topics: z.array(z.object({ topic, enabled: z.boolean(), template: z.string() })),
    shops: z.object({ shopify: z.boolean(), woocommerce: z.boolean() }),
  }),
});

/** Chooses whether an event sends, or what: what is not given stays, so that neither choice undoes the other. */
export const saveTopicOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/topics",
  request: z.object({
    topic: oneOf(STOREFRONT_TOPICS),
    enabled: flag().removeDefault().optional(),
    template: template.optional(),
  }),
  response: done,
});

/** Enters what a shop signs its events with. From then on only what it has signed counts. */
export const setShopSecretOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/shop-secret",
  request: z.object({
    shop: oneOf(SHOPS),
    secret: label(SHOP_SECRET_LENGTH).trim().min(1, "must not be empty"),
  }),
  response: done,
});

/** Removes a shop's secret; what it sends counts again by the address alone. */
export const removeShopSecretOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/shop-secret/remove",
  request: z.object({ shop: oneOf(SHOPS) }),
  response: done,
});

export type Shop = (typeof SHOPS)[number];
export type TopicRecord = z.output<typeof readTopics.response>["topics"][number];
