import type { Queryable } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import type { EndpointKey, WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { type FoundEndpoint, furtherEndpointStatement } from "@/lib/webhooks/endpoint/find-endpoint.sql";

/**
 * Returns a further endpoint of an account.
 * @throws GatewayError `not_found`.
 */
export async function findEndpoint(
  db: Queryable,
  accountId: number,
  id: string,
): Promise<FoundEndpoint & { key: EndpointKey }> {
  const [found] = isId(id) ? await db.query<FoundEndpoint>(furtherEndpointStatement(accountId, id)) : [];
  if (!found) throw new GatewayError("not_found", "There is no such endpoint.");
  return { ...found, key: { accountId, kind: "further", number: found.number } };
}

/**
 * Returns the endpoint that a list or a replay is limited to: one of the API's by its kind, or a further one by its
 * id.
 * @returns undefined if neither is given.
 * @throws GatewayError `not_found`, or `invalid_parameter` if both are given.
 */
export async function chosenEndpoint(
  db: Queryable,
  accountId: number,
  { kind, endpoint }: { kind?: WebhookKind | undefined; endpoint?: string | undefined },
): Promise<Pick<EndpointKey, "kind" | "number"> | undefined> {
  if (endpoint === undefined) return kind && { kind, number: 0 };
  if (kind !== undefined)
    throw new GatewayError("invalid_parameter", "Parameter 'kind' can't be used with 'endpoint'.");
  const { key } = await findEndpoint(db, accountId, endpoint);
  return key;
}
