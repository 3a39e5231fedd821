import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { createWebhookClient, type WebhookClient } from "@/lib/webhooks/delivery/post";

const client = processWide<WebhookClient>("gatewayWebhookClient", () =>
  createWebhookClient({ privateHosts: env().webhookPrivateHosts }),
);

/**
 * What this process delivers webhooks with: one client, so that connections are used again, and the secret under which
 * signing secrets are encrypted.
 * @throws Error when `AUTH_SECRET` is not set.
 */
export function currentWebhookOptions(): { client: WebhookClient; authSecret: string } {
  return { client: client.value, authSecret: authSecret() };
}
