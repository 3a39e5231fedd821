import type { z } from "zod";
import type { Details } from "@/lib/activity/record-activity";
import { STOREFRONT_TOPICS, TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import type { Shop, saveTopicOperation, TopicRecord } from "@/lib/contracts/members/integration-topics";
import type { Queryable } from "@/lib/db/client";
import { notSetUp } from "@/lib/integrations/manage/kind-of";
import { lockIntegration } from "@/lib/integrations/manage/lock-integration";
import { mergeTopicStatement, type TopicsRow, topicsStatement } from "@/lib/integrations/manage/topics.sql";
import { topicSettings } from "@/lib/integrations/storefront/topic-settings";

/** What each topic does: as the account has chosen, else by default. */
function recordsOf(chosen: unknown): TopicRecord[] {
  const settings = topicSettings(chosen);
  return STOREFRONT_TOPICS.map((topic) => ({ topic, ...settings[topic] }));
}

/**
 * What each event of an order sends for an account, and whose secrets it has entered.
 * @throws GatewayError `not_found` where its storefront is not set up.
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
 * Chooses whether a topic sends, or what; what is not given stays, and so do the others.
 * @returns what is other than before, in words without the text, for the account's activity; null where nothing is.
 * @throws GatewayError `not_found` where the storefront is not set up.
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
