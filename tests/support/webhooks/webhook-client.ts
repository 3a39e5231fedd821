import type http from "node:http";
import { onTestFinished } from "vitest";
import {
  createWebhookClient,
  type WebhookClient,
  type WebhookClientOptions,
} from "@/lib/webhooks/delivery/post";
import {
  answerLookups,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from "@/tests/support/webhooks/https-receiver";

/** Starts a receiver with TLS until the end of the test. */
export async function receive(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const receiver = await startReceiver({ tls: true, ...options });
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Starts a receiver with the same response to each request. */
export function answering(respond: (response: http.ServerResponse) => void): Promise<Receiver> {
  return receive({ respond: (_, response) => respond(response) });
}

/**
 * Returns a client that trusts the receiver, until the end of the test. The client may reach it although it
 * is on this machine: every name leads to 127.0.0.1.
 */
export function clientFor(
  receiver: Pick<Receiver, "ca" | "hostPort">,
  options: Partial<WebhookClientOptions> = {},
): WebhookClient {
  const { ca, hostPort } = receiver;
  const client = createWebhookClient({
    privateHosts: new Set([hostPort]),
    lookup: answerLookups(["127.0.0.1"]),
    ...(ca === "" ? {} : { ca }),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}
