import type { HttpSettings } from "@/lib/carriers/http/settings";
import type { WebhookKind } from "@/lib/carriers/webhook";

/**
 * Where a provider tells us of something. Where nothing else proves who it is, a secret stands in the query string, which no
 * log has.
 * @param parameters what the provider gives back to us as it is.
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
