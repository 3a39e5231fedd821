import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { createWebhookClient, type WebhookClient } from "@/lib/webhooks/delivery/post";

const client = processWide<WebhookClient>("gatewayWebhookClient", () =>
  createWebhookClient({ privateHosts: env().webhookPrivateHosts }),
);

/**
 * Returns the options of this process's webhook delivery. One client reuses its connections, and the secret decrypts
 * signing secrets.
 * @throws Error if `AUTH_SECRET` is not set.
 */
export function currentWebhookOptions(): { client: WebhookClient; authSecret: string } {
  return { client: client.value, authSecret: authSecret() };
}
