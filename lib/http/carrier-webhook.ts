import { carriersOf } from "@/lib/carriers/process/current";
import type { WebhookKind } from "@/lib/carriers/webhook";
import { GatewayError } from "@/lib/errors";
import { readBytes, UNVERIFIED } from "@/lib/http/body/body";
import { callOf } from "@/lib/http/gateway";
import { type Handler, type METHODS, route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { recordWebhook } from "@/lib/jobs/carriers/carrier-events";

/** The position of the carrier's name in a path, behind `/gateway/carriers/`. */
const NAME_AT = 3;

/**
 * Returns the handlers of the requests that networks send to us (rules: http webhooks). They also accept GET, since
 * some networks can send nothing else. The answer follows the commit and has no text: some networks would send it to
 * the handset.
 */
export function carrierWebhook(kind: WebhookKind): Record<(typeof METHODS)[number], Handler> {
  const run = async (request: GatewayRequest): Promise<Reply> => {
    const { db, now, header } = callOf(request);
    const { method, path, search } = request;
    const name = path.split("/")[NAME_AT];
    const carriers = await carriersOf(db).carriers(now);
    const carrier = carriers.find((each) => each.name === name);
    if (!carrier?.takeWebhook) throw refused();
    // The signature may cover the whole body: until it is read, its sender is unknown.
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

/** Returns the same error for a carrier that does not exist, so that a caller learns no names. */
function refused(): GatewayError {
  return new GatewayError("forbidden", "The webhook's signature is missing or invalid.");
}
