import { configureOperation, readConfigurationOperation } from "@/lib/contracts/gateway/configure";
import { requireAfterCommit } from "@/lib/db/after-commit";
import { authenticated } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { registerByApi } from "@/lib/http/registration";
import { readConfiguration } from "@/lib/webhooks/read-configuration";

/**
 * Returns the webhook configuration, or sets one URL for both types of event (rules: webhook registration).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: authenticated(readConfigurationOperation, ({ db, caller }) => readConfiguration(db, caller.accountId)),
  POST: authenticated(configureOperation, async ({ db, caller, input, address, now }) => {
    const { accountId } = caller;
    const asked = {
      accountId,
      kind: "both",
      url: input.webhook_url,
      parameter: "webhook_url",
      address,
    } as const;
    await registerByApi(db, asked, now);
    return requireAfterCommit(() => readConfiguration(db, caller.accountId));
  }),
});
