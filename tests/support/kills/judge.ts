import type { Database } from "@/lib/db/client";
import { type MessageRow, messagesStatement } from "@/tests/support/kills/kills.sql";
import type { StoredPart } from "@/tests/support/smsc/network";

/** The result of a run. `wrong` has a sentence for each fault. */
export type KillsResult = {
  messages: number;
  delivered: number;
  /** Marketing messages with an unknown outcome, and the number of them that a network accepted. */
  givenUp: number;
  givenUpTaken: number;
  /** Messages of which a network accepted a part more than once. */
  duplicates: number;
  /** The webhooks that the account received, and the number of repeated requests. */
  webhooks: number;
  repeatedWebhooks: number;
  wrong: string[];
};

const MAX_NAMED = 5;

export function readMessages(db: Database): Promise<MessageRow[]> {
  return db.query<MessageRow>(messagesStatement());
}

/**
 * Compares the gateway's records with the networks' (rules: possible duplicates). No message is lost. Only
 * marked messages are duplicated, and never marketing.
 * @param deliveries the ID of each webhook that arrived.
 */
export function judge(
  messages: readonly MessageRow[],
  taken: readonly StoredPart[],
  deliveries: readonly string[],
): KillsResult {
  const times = new Map<string, number>();
  for (const { destination, part } of taken)
    times.set(`${destination}/${part}`, (times.get(`${destination}/${part}`) ?? 0) + 1);
  const timesOf = ({ msisdn, parts }: MessageRow) =>
    Array.from({ length: parts }, (_, index) => times.get(`${msisdn}/${index + 1}`) ?? 0);
  const isTaken = (message: MessageRow) => timesOf(message).every((count) => count > 0);
  const isTwice = (message: MessageRow) => timesOf(message).some((count) => count > 1);

  const delivered = messages.filter(({ status }) => status === "DELIVRD");
  const givenUp = messages.filter(({ status, isMarketing }) => status === "UNKNOWN" && isMarketing);
  const duplicates = messages.filter(isTwice);
  const wrong: string[] = [];
  const none = (found: readonly MessageRow[], what: string) => {
    const named = found.slice(0, MAX_NAMED).map(({ id, status }) => `${id} ${status}`);
    if (found.length > 0) wrong.push(`${found.length} ${what}: ${named.join(", ")}`);
  };
  none(
    messages.filter((message) => !delivered.includes(message) && !givenUp.includes(message)),
    "messages are neither delivered nor given up",
  );
  none(
    delivered.filter((message) => !isTaken(message)),
    "delivered messages were not taken by a network",
  );
  none(
    duplicates.filter(({ isMarketing }) => isMarketing),
    "marketing messages were taken twice",
  );
  none(
    duplicates.filter(({ isMarked }) => !isMarked),
    "messages were taken twice and are not marked",
  );
  const webhooks = new Set(deliveries).size;
  if (webhooks < delivered.length)
    wrong.push(`${delivered.length} were delivered, and ${webhooks} webhooks came`);
  return {
    messages: messages.length,
    delivered: delivered.length,
    givenUp: givenUp.length,
    givenUpTaken: givenUp.filter(isTaken).length,
    duplicates: duplicates.length,
    webhooks,
    repeatedWebhooks: deliveries.length - webhooks,
    wrong,
  };
}
