import type { GivenEndpoint } from "@/lib/contracts/members/further-endpoints";
import { db } from "@/lib/db/client";
import type { EndpointKey } from "@/lib/webhooks/endpoint/endpoint-key";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { addEndpoint } from "@/lib/webhooks/further/change-endpoints";

let names = 0;

/** Adds a further endpoint of an account, by default for all inbound messages. */
export async function furtherEndpoint(
  accountId: number,
  given: Partial<GivenEndpoint> = {},
  at = new Date("2026-11-01T00:00:00Z"),
): Promise<{ id: string; url: string; key: EndpointKey }> {
  const name = `Endpoint ${++names}`;
  const url = `https://further${names}.example.com/hook`;
  const whole = { name, url, eventTypes: ["message.inbound" as const], sender: null, ...given };
  const id = await db().transaction((tx) => addEndpoint(tx, accountId, whole, at));
  return { id, url: whole.url, key: (await findEndpoint(db(), accountId, id)).key };
}
