import { listSenders } from "@/lib/accounts/settings";
import { MAX_ENDPOINTS } from "@/lib/contracts/base/values";
import type { GivenEndpoint } from "@/lib/contracts/members/further-endpoints";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import {
  addEndpointStatement,
  changeEndpointStatement,
  endpointNamedStatement,
} from "@/lib/webhooks/further/endpoints.sql";
import { requeueAfterCommit } from "@/lib/webhooks/register";

/**
 * Adds a further endpoint (rules: further endpoints). The transaction has locked the account.
 * @param given the values, with a URL that `parseWebhookUrl` has approved.
 * @returns the endpoint's id.
 * @throws GatewayError `conflict` if the account has too many or the name is taken, or `sender_not_authorised`.
 */
export async function addEndpoint(
  tx: Transaction,
  accountId: number,
  given: GivenEndpoint,
  now: Date,
): Promise<string> {
  const id = newId();
  await requireUsable(tx, accountId, { ...given, id });
  const count = await tx.prisma.webhookEndpoint.count({ where: { accountId, kind: "further" } });
  if (count >= MAX_ENDPOINTS)
    throw new GatewayError(
      "conflict",
      `An account has at most ${MAX_ENDPOINTS} more endpoints. Remove one first.`,
    );
  await tx.query(addEndpointStatement({ accountId, id }, given, now));
  return id;
}

/**
 * Replaces the values of a further endpoint. A new URL has no history: failures of the previous URL do not count, and
 * events that were kept because of them are sent. An endpoint that was paused by hand stays paused. The transaction
 * has locked the account.
 * @throws GatewayError `not_found`, and the errors of `addEndpoint`.
 */
export async function changeEndpoint(
  tx: Transaction,
  accountId: number,
  { id, ...given }: GivenEndpoint & { id: string },
  now: Date,
): Promise<void> {
  const { key, url } = await findEndpoint(tx, accountId, id);
  await requireUsable(tx, accountId, { ...given, id });
  await tx.query(changeEndpointStatement(key, given, now));
  const { pausedAt } = await findEndpoint(tx, accountId, id);
  if (url !== given.url && pausedAt === null) requeueAfterCommit(tx, [key], now);
}

/**
 * Pauses a further endpoint: its events are kept until it is resumed. The sweep keeps the events that are already due
 * (`keepPaused`).
 * @returns the endpoint's name.
 * @throws GatewayError `not_found`; `conflict` if it is already paused.
 */
export async function pauseEndpoint(
  tx: Transaction,
  accountId: number,
  id: string,
  now: Date,
): Promise<string> {
  const { key, name } = await findEndpoint(tx, accountId, id);
  const { count } = await tx.prisma.webhookEndpoint.updateMany({
    where: { ...key, pausedAt: null },
    data: { pausedAt: now, pausedByHand: true },
  });
  if (count === 0) throw new GatewayError("conflict", "This endpoint is paused already.");
  return name;
}

/** Rejects a sender that the account cannot use, and a name that another of its endpoints has. */
async function requireUsable(
  tx: Transaction,
  accountId: number,
  { id, name, sender }: GivenEndpoint & { id: string },
): Promise<void> {
  const senders = sender === null ? [] : await listSenders(tx, accountId);
  if (sender !== null && !senders.some(({ number }) => number === sender))
    throw new GatewayError("sender_not_authorised", "This account can't use that sender.");
  const [taken] = await tx.query<{ id: string }>(endpointNamedStatement(accountId, name));
  if (taken && taken.id !== id)
    throw new GatewayError("conflict", `There is already an endpoint called ${name}.`);
}
