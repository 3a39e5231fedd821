import { configureOperation, readConfigurationOperation } from "@/lib/contracts/gateway/configure";
import { requireAfterCommit } from "@/lib/db/after-commit";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { runSoon } from "@/lib/jobs/run-soon";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import { readConfiguration } from "@/lib/webhooks/read-configuration";
import { registerWebhook } from "@/lib/webhooks/register";

/** Reads the webhook configuration, and sets one URL for both kinds of event (rules: webhook registration). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: authenticated(readConfigurationOperation, ({ db, caller }) => readConfiguration(db, caller.accountId)),
  POST: authenticated(configureOperation, async ({ db, caller, input, now }) => {
    const { href } = parseWebhookUrl(input.webhook_url, env().webhookPrivateHosts, "webhook_url");
    await registerWebhook(db, caller.accountId, ["inbound", "report"], href, now);
    runSoon("webhooks");
    return requireAfterCommit(() => readConfiguration(db, caller.accountId));
  }),
});
