import type { HttpSettings } from "@/lib/carriers/http/settings";
import type { WebhookKind } from "@/lib/carriers/webhook";

/**
 * Returns the address of a provider's webhook. If the provider does not sign webhooks, the query string
 * contains a secret. Query strings are never logged.
 * @param parameters values that the provider returns unchanged.
 */
export function webhookAddress(
  kind: WebhookKind,
  { callbackUrl, name, settings }: { callbackUrl: string; name: string; settings: HttpSettings },
  parameters: Readonly<Record<string, string>> = {},
): string {
  const { webhookToken, api } = settings;
  const token = api.signature === "token" && webhookToken !== undefined ? { token: webhookToken } : {};
  const query = new URLSearchParams({ ...token, ...parameters });
  return `${callbackUrl}/gateway/carriers/${name}/${kind}${query.size > 0 ? `?${query}` : ""}`;
}
