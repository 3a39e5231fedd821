import { recordActivity } from "@/lib/activity/record-activity";
import type { registerInboundOperation, registerReportOperation } from "@/lib/contracts/gateway/configure";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { authenticated } from "@/lib/http/gateway";
import type { Endpoint } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import { parseWebhookUrl } from "@/lib/webhooks/delivery/url";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";
import { type EndpointKinds, setWebhookUrl } from "@/lib/webhooks/register";

/** A requested registration of a webhook. */
type RegistrationRequest = {
  accountId: number;
  kind: EndpointKinds;
  url: string;
  /** The name of the parameter with the URL. */
  parameter: string;
  /** The address that the request came from. */
  address: string;
};

/**
 * Sets a webhook by the API (rules: webhook registration), and writes a line of activity if something changed.
 * @throws GatewayError `invalid_parameter` for a URL that events cannot go to.
 */
export async function registerByApi(db: Database, asked: RegistrationRequest, now: Date): Promise<void> {
  const { accountId, kind, address } = asked;
  const url = parseWebhookUrl(asked.url, env().webhookPrivateHosts, asked.parameter);
  await db.transaction(async (tx) => {
    const details = await setWebhookUrl(tx, accountId, { kind, url }, now);
    if (details)
      await recordActivity(
        tx,
        { accountId, actor: { accountId, address }, action: "webhook_registered", details },
        now,
      );
  });
}

/** Declares the registration of one kind of webhook: 204 without a body. */
export function registration(
  operation: typeof registerInboundOperation | typeof registerReportOperation,
  kind: WebhookKind,
): Endpoint {
  return authenticated(operation, async ({ db, caller, input: { url }, address, now }) => {
    await registerByApi(db, { accountId: caller.accountId, kind, url, parameter: "url", address }, now);
    return new Reply(null, { status: 204 });
  });
}
