import type { WebhookTestResult } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";
import type { WebhookClient } from "@/lib/webhooks/delivery/post";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { readSigningSecrets } from "@/lib/webhooks/signing/signing-secrets";

/** Tests under way in this process: one at an endpoint, so that nobody hammers a receiver from here. */
const inFlight = new Set<string>();

/**
 * Sends an event that is marked as a test to an account's endpoint, paused or not (rules: test events). It is
 * sent by the rules and with the signatures of real ones; the result tells what came back. Nothing of it is
 * stored, and it is not tried again.
 * @throws GatewayError `not_found` without an endpoint, `conflict` while another test of it is under way.
 */
export async function sendTestEvent(
  db: Database,
  { accountId, kind }: { accountId: number; kind: WebhookKind },
  by: { client: WebhookClient; authSecret: string },
  now: Date,
): Promise<WebhookTestResult> {
  const endpoint = await db.prisma.webhookEndpoint.findUnique({
    where: { accountId_kind: { accountId, kind } },
    select: { url: true },
  });
  if (!endpoint) throw new GatewayError("not_found", "There is no such webhook. Set its URL first.");
  const key = `${accountId} ${kind}`;
  if (inFlight.has(key))
    throw new GatewayError("conflict", "A test of this webhook is under way. Wait for its answer.");
  inFlight.add(key);
  try {
    const secrets = await readSigningSecrets(db, accountId, by.authSecret, now);
    const body = testBody(kind, now);
    const result = await by.client.post(
      endpoint.url,
      body,
      {
        "X-Service-Delivery": newId(),
        "X-Service-Test": "true",
        ...signatureHeaders(body, secrets, now.getTime()),
      },
      { nowMs: now.getTime() },
    );
    return {
      ok: result.ok,
      url: endpoint.url,
      signed: secrets.length > 0,
      requestBody: body,
      responseCode: result.statusCode,
      responseBody: result.responseBody,
      error: result.error,
      durationMs: result.durationMs,
    };
  } finally {
    inFlight.delete(key);
  }
}

/**
 * An event as it would come (rules: inbound event, report event), of a message that does not exist, with `test` beside.
 */
function testBody(kind: WebhookKind, now: Date): string {
  const id = newId();
  const timestamp = Math.floor(now.getTime() / 1000);
  const event =
    kind === "inbound"
      ? {
          type: "SMS",
          test: true,
          messageId: id,
          gatewayMessageId: id,
          from: "64210000000",
          to: "552",
          body: "This is a test event. Nobody sent this message.",
          timestamp,
          encoding: "text/plain",
          network: "Unknown",
        }
      : {
          type: "dlr",
          test: true,
          messageId: id,
          gatewayMessageId: id,
          status: "DELIVRD",
          statusCode: 1,
          timestamp,
          details: { smsc: "test", smscid: "" },
        };
  return JSON.stringify(event);
}
