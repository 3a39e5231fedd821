import type { z } from "zod";
import type { Details } from "@/lib/activity/record-activity";
import { STOREFRONT_TOPICS, TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import type { Shop, saveTopicOperation, TopicRecord } from "@/lib/contracts/members/integration-topics";
import type { Queryable } from "@/lib/db/client";
import { notSetUp } from "@/lib/integrations/manage/kind-of";
import { lockIntegration } from "@/lib/integrations/manage/lock-integration";
import { mergeTopicStatement, type TopicsRow, topicsStatement } from "@/lib/integrations/manage/topics.sql";
import { topicSettings } from "@/lib/integrations/storefront/topic-settings";

/** Returns the settings of each topic: the account's own, or the default. */
function recordsOf(chosen: unknown): TopicRecord[] {
  const settings = topicSettings(chosen);
  return STOREFRONT_TOPICS.map((topic) => ({ topic, ...settings[topic] }));
}

/**
 * Reads the settings of each topic of an account's storefront, and the shops whose secrets it has entered.
 * @throws GatewayError `not_found` if its storefront is not set up.
 */
export async function readTopics(
  db: Queryable,
  accountId: number,
): Promise<{ topics: TopicRecord[]; shops: Record<Shop, boolean> }> {
  const [row] = await db.query<TopicsRow>(topicsStatement(accountId));
  if (!row) throw notSetUp("storefront");
  const { topics, ...shops } = row;
  return { topics: recordsOf(topics), shops };
}

/**
 * Changes the text of a topic, or switches it on or off. Values that are not given stay, and so do other topics.
 * @returns the changes, in words without the text, for the account's activity; null if there are none.
 * @throws GatewayError `not_found` if the storefront is not set up.
 */
export async function saveTopic(
  tx: Queryable,
  accountId: number,
  { topic, enabled, template }: z.output<typeof saveTopicOperation.request>,
): Promise<Details | null> {
  const { topics } = await lockIntegration(tx, accountId, "storefront");
  const before = topicSettings(topics)[topic];
  const chosen = { enabled: enabled ?? before.enabled, template: template ?? before.template };
  const details: Details = {};
  if (before.enabled !== chosen.enabled) details[TOPICS[topic].title] = chosen.enabled ? "on" : "off";
  if (before.template !== chosen.template) details.text = `changed for ${TOPICS[topic].title}`;
  if (Object.keys(details).length === 0) return null;
  await tx.query(mergeTopicStatement(accountId, { [topic]: chosen }));
  return details;
}
