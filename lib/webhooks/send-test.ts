import type { WebhookTestResult } from "@/lib/contracts/members/webhooks";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { WebhookClient } from "@/lib/webhooks/delivery/post";
import {
  type EndpointKey,
  endpointOf,
  keyText,
  type WebhookKind,
} from "@/lib/webhooks/endpoint/endpoint-key";
import { findEndpoint } from "@/lib/webhooks/endpoint/find-endpoint";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { readSigningSecrets } from "@/lib/webhooks/signing/signing-secrets";

/** The current tests in this process: one at an endpoint, so that tests do not overload a receiver. */
const inFlight = new Set<string>();

type By = { client: WebhookClient; authSecret: string };

/**
 * Sends an event that is marked as a test to an account's endpoint, paused or not (rules: test events). It follows
 * the rules and has the signatures of real events. The result has the response. The test is neither stored nor
 * retried.
 * @throws GatewayError `not_found` without an endpoint, or `conflict` while another test of it is in progress.
 */
export async function sendTestEvent(
  db: Database,
  { accountId, kind }: { accountId: number; kind: WebhookKind },
  by: By,
  now: Date,
): Promise<WebhookTestResult> {
  const key = endpointOf(accountId, kind);
  const endpoint = await db.prisma.webhookEndpoint.findUnique({
    where: { accountId_kind_number: key },
    select: { url: true },
  });
  if (!endpoint) throw new GatewayError("not_found", "There is no such webhook. Set its URL first.");
  return test(db, { key, url: endpoint.url, body: testBody(kind, now) }, by, now);
}

/**
 * Sends a test of the first event type to a further endpoint, like `sendTestEvent`.
 * @throws GatewayError `not_found`, or `conflict` while another test of it is in progress.
 */
export async function sendFurtherTest(
  db: Database,
  { accountId, id }: { accountId: number; id: string },
  by: By,
  now: Date,
): Promise<WebhookTestResult> {
  const { key, url, eventTypes } = await findEndpoint(db, accountId, id);
  return test(db, { key, url, body: testBody(TOLD_AS[eventTypes[0] ?? "message.inbound"], now) }, by, now);
}

/** The body for each event type. */
const TOLD_AS = {
  "message.inbound": "inbound",
  "message.report": "report",
  "message.report.final": "report",
  "optout.changed": "optout",
} as const;

async function test(
  db: Database,
  { key, url, body }: { key: EndpointKey; url: string; body: string },
  by: By,
  now: Date,
): Promise<WebhookTestResult> {
  const name = keyText(key);
  if (inFlight.has(name))
    throw new GatewayError("conflict", "A test of this webhook is under way. Wait for its answer.");
  inFlight.add(name);
  try {
    const secrets = await readSigningSecrets(db, key.accountId, by.authSecret, now);
    const result = await by.client.post(
      url,
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
      url,
      signed: secrets.length > 0,
      requestBody: body,
      responseCode: result.statusCode,
      responseBody: result.responseBody,
      error: result.error,
      durationMs: result.durationMs,
    };
  } finally {
    inFlight.delete(name);
  }
}

/**
 * Returns the body of a realistic event (rules: inbound event, report event, opt-out event) about a message that does
 * not exist, with the mark `test`.
 */
function testBody(about: WebhookKind | "optout", now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  return JSON.stringify(TESTS[about](newId(), timestamp));
}

const TESTS = {
  inbound: (id: string, timestamp: number) => ({
    type: "SMS",
    test: true,
    messageId: id,
    gatewayMessageId: id,
    from: "64210000000",
    to: "552",
    body: "This is a test event, not a real message.",
    timestamp,
    encoding: "text/plain",
    network: "Unknown",
  }),
  report: (id: string, timestamp: number) => ({
    type: "dlr",
    test: true,
    messageId: id,
    gatewayMessageId: id,
    status: "DELIVRD",
    statusCode: 1,
    timestamp,
    details: { smsc: "test", smscid: "" },
  }),
  optout: (_: string, timestamp: number) => ({
    type: "optout",
    test: true,
    number: "64210000000",
    active: true,
    keyword: "STOP",
    by: "message",
    shortcode: "552",
    timestamp,
  }),
};
