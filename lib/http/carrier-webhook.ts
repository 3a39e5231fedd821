import { carriersOf } from "@/lib/carriers/process/current";
import type { WebhookKind } from "@/lib/carriers/webhook";
import { GatewayError } from "@/lib/errors";
import { readBytes, UNVERIFIED } from "@/lib/http/body/body";
import { callOf } from "@/lib/http/gateway";
import { type Handler, type METHODS, route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { recordWebhook } from "@/lib/jobs/carriers/carrier-events";

/** Behind `/gateway/carriers/`. */
const NAME_AT = 3;

/**
 * The handlers of what networks post to us (rules: http webhooks), by GET too, since some know nothing else. The answer comes
 * after the commit and has no text: there are networks that would send it to the handset.
 */
export function carrierWebhook(kind: WebhookKind): Record<(typeof METHODS)[number], Handler> {
  const run = async (request: GatewayRequest): Promise<Reply> => {
    const { db, now, header } = callOf(request);
    const { method, path, search } = request;
    const name = path.split("/")[NAME_AT];
    const carriers = await carriersOf(db).carriers(now);
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier?.takeWebhook) throw refused();
    // Its signature may be over all of it: until it is read, anybody may have sent it.
    const body = await readBytes(request, { ...UNVERIFIED, maxBytes: MAX_BYTES });
    const webhook = { method, target: `${path}${search}`, header, body, receivedAt: now };
    const news = carrier.takeWebhook(kind, webhook);
    if (news === null) throw refused();
    await recordWebhook(db, carrier, news);
    return new Reply("", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
  };
  return route({ GET: { run, notByHead: true, quiet: true }, POST: { run, quiet: true } });
}

const MAX_BYTES = 64 * 1024;

/** The same for a carrier that there is not: who asks learns no names. */
function refused(): GatewayError {
  return new GatewayError("forbidden", "Nothing proves that a network sent this.");
}
