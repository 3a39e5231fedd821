import { authSecret } from "@/lib/crypto/auth-secret";
import { env } from "@/lib/env";
import { createWebhookClient, type WebhookClient } from "@/lib/webhooks/delivery/post";

const holder = globalThis as typeof globalThis & { gatewayWebhookClient?: WebhookClient };

/**
 * What this process delivers webhooks with: one client, so that connections are used again, and the secret under which
 * signing secrets are encrypted.
 * @throws Error when `AUTH_SECRET` is not set.
 */
export function currentWebhookOptions(): { client: WebhookClient; authSecret: string } {
  const { webhookPrivateHosts } = env();
  holder.gatewayWebhookClient ??= createWebhookClient({ privateHosts: webhookPrivateHosts });
  return { client: holder.gatewayWebhookClient, authSecret: authSecret() };
}
