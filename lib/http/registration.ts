import type { registerInboundOperation, registerReportOperation } from "@/lib/contracts/gateway/configure";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import { runSoon } from "@/lib/jobs/run-soon";
import type { WebhookKind } from "@/lib/webhooks/delivery/deliver.sql";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { registerWebhook } from "@/lib/webhooks/register";

/** The registration of one kind of webhook (rules: webhook registration): 204 without a body. */
export function registration(
  operation: typeof registerInboundOperation | typeof registerReportOperation,
  kind: WebhookKind,
): Endpoint {
  return authenticated(operation, async ({ db, caller, input, now }) => {
    const { href } = parseWebhookUrl(input.url, env().webhookPrivateHosts, "url");
    await registerWebhook(db, caller.accountId, [kind], href, now);
    runSoon("webhooks");
    return new Reply(null, { status: 204 });
  });
}
