import type { DeclaredApi } from "@/lib/carriers/http/declared-api";
import type { HttpSettings } from "@/lib/carriers/http/settings";
import type { WebhookValues } from "@/lib/carriers/http/webhook-values";
import type { CarrierWebhook } from "@/lib/carriers/webhook";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";

/** A webhook, and what its proof is compared with. */
export type SignedWebhook = {
  webhook: CarrierWebhook;
  values: WebhookValues;
  settings: Pick<HttpSettings, "webhookToken">;
};

/** Whether a webhook proves that the provider sent it, compared in constant time (rules: http webhooks). */
export function isSigned(signature: DeclaredApi["signature"], signed: SignedWebhook): boolean {
  return PROOFS[signature](signed);
}

const PROOFS: Record<DeclaredApi["signature"], (signed: SignedWebhook) => boolean> = {
  token: ({ values, settings: { webhookToken } }) =>
    webhookToken !== undefined && matchesSecret(values.at("token") ?? "", hashSecret(webhookToken)),
};
