import { z } from "zod";
import { flag, label, oneOf, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import {
  SHOP_SECRET_LENGTH,
  SHOPS,
  STOREFRONT_TOPICS,
  templateProblem,
} from "@/lib/contracts/integrations/storefront-topics";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

const template = text()
  .trim()
  .superRefine((value, context) => {
    const problem = templateProblem(value);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

const topic = z.enum(STOREFRONT_TOPICS);

/** Returns the setting of each event of an order, and whether each shop has a secret. */
export const readTopics = memberOperation({
  method: "GET",
  path: "/api/members/integrations/topics",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({
    topics: z.array(z.object({ topic, enabled: z.boolean(), template: z.string() })),
    shops: z.object({ shopify: z.boolean(), woocommerce: z.boolean() }),
  }),
});

/** Changes whether an event sends, or its text. An omitted field stays, so that neither choice reverts the other. */
export const saveTopicOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/topics",
  roles: DEVELOPERS,
  request: z.object({
    topic: oneOf(STOREFRONT_TOPICS),
    enabled: flag().removeDefault().optional(),
    template: template.optional(),
  }),
  response: done,
});

/** Sets the secret with which a shop signs its events. From then on only signed events count. */
export const setShopSecretOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/shop-secret",
  roles: DEVELOPERS,
  request: z.object({
    shop: oneOf(SHOPS),
    secret: label(SHOP_SECRET_LENGTH).trim().min(1, "must not be empty"),
  }),
  response: done,
});

/** Removes a shop's secret. The address alone then authenticates its events. */
export const removeShopSecretOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/shop-secret/remove",
  roles: DEVELOPERS,
  request: z.object({ shop: oneOf(SHOPS) }),
  response: done,
});

export type Shop = (typeof SHOPS)[number];
export type TopicRecord = z.output<typeof readTopics.response>["topics"][number];
