import { ZodError } from "zod";
import { noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { HttpCarrier } from "@/lib/carriers/http/carrier";
import { httpCauseOf, knownHttpCodes, knownHttpError } from "@/lib/carriers/http/causes";
import { type HttpSettings, hasWebhooks, httpSettings } from "@/lib/carriers/http/settings";
import { webhookAddress } from "@/lib/carriers/http/webhook-address";
import type { CarrierKind } from "@/lib/carriers/kinds";
import { LoadTeller } from "@/lib/carriers/load/load-teller";
import { env } from "@/lib/env";
import { newToken } from "@/lib/ids";

/** Networks with a provider's HTTP API. Every process can send to them. */
export const httpKind: CarrierKind = {
  hasLinks: false,
  secretNames: ["password", "signingKey", "webhookToken"],
  open: ({ id, name, given, db, errorRules, isReopened }) => {
    const settings = httpSettings.parse(given);
    return new HttpCarrier({
      id,
      name,
      settings,
      callbackUrl: callbackUrlOf(settings),
      errorRules,
      isReopened,
      roomChanged: () => db.wake("dispatch"),
      ...(id > 0 && {
        happened: (event) => noteCarrierEvent(db, name, event),
        teller: new LoadTeller(db, id),
      }),
    });
  },
  complete: (given) => ({ webhookToken: newToken(), ...given }),
  addresses: (name, given) => {
    const settings = httpSettings.parse(given);
    const callbackUrl = callbackUrlOf(settings);
    if (callbackUrl === null || !settings.api.inbound) return {};
    const inbound = webhookAddress("inbound", { callbackUrl, name, settings });
    return { inbound: `${inbound}${settings.inboundParameters}` };
  },
  causeOf: (code, given) => {
    const own = httpSettings.parse(given);
    return (
      own.errors[code]?.cause ??
      own.api.errors[code]?.cause ??
      httpCauseOf(code) ??
      "The provider refused it."
    );
  },
  knownError: knownHttpError,
  knownCodes: knownHttpCodes,
};

/**
 * Returns the address at which the provider reaches the gateway; null if the provider need not reach it.
 * @throws ZodError if the address is needed but not set.
 */
function callbackUrlOf({ callbackUrl = env().appUrl, reports, api }: HttpSettings): string | null {
  if (callbackUrl !== undefined) return callbackUrl;
  if (!hasWebhooks(api) || !(reports || api.signature === "twilio")) return null;
  const message =
    "is needed for reports and messages in where APP_URL is not set: the address at which the network reaches this gateway";
  throw new ZodError([{ code: "custom", path: ["callbackUrl"], message, input: undefined }]);
}
