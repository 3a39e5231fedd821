import { z } from "zod";
import {
  STOREFRONT_TOPICS,
  type StorefrontTopic,
  TOPICS,
  type TopicSetting,
} from "@/lib/contracts/integrations/storefront-topics";

const stored = z.partialRecord(
  z.enum(STOREFRONT_TOPICS),
  z.object({ enabled: z.boolean(), template: z.string() }),
);

/** Returns the settings of each topic: the account's own, or the default (rules: storefront). */
export function topicSettings(chosen: unknown): Record<StorefrontTopic, TopicSetting> {
  const own = stored.parse(chosen ?? {});
  return Object.fromEntries(
    STOREFRONT_TOPICS.map((topic) => {
      const { enabled, template } = own[topic] ?? TOPICS[topic];
      return [topic, { enabled, template }];
    }),
  ) as Record<StorefrontTopic, TopicSetting>;
}

/** Returns whether a text is the name of a topic. */
export function isTopic(name: string): name is StorefrontTopic {
  return (STOREFRONT_TOPICS as readonly string[]).includes(name);
}
