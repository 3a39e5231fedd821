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

/** What an account has chosen for each topic, over what every topic does otherwise (rules: storefront). */
export function topicSettings(chosen: unknown): Record<StorefrontTopic, TopicSetting> {
  const own = stored.parse(chosen ?? {});
  return Object.fromEntries(
    STOREFRONT_TOPICS.map((topic) => {
      const { enabled, template } = own[topic] ?? TOPICS[topic];
      return [topic, { enabled, template }];
    }),
  ) as Record<StorefrontTopic, TopicSetting>;
}

/** Whether a text is the name of a topic. */
export function isTopic(name: string): name is StorefrontTopic {
  return (STOREFRONT_TOPICS as readonly string[]).includes(name);
}
