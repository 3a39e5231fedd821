import type { Carrier } from "@/lib/carriers/carrier";
import { tryNetwork as operation } from "@/lib/contracts/admin/networks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { jobsMode } from "@/lib/jobs/mode";
import { tryNetwork } from "@/lib/messages/networks/trial/try-network";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** Sends one message to a phone. It waits for the network, and takes no turn. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(
    operation,
    async ({ db, actor, input: { name, to: written, sender }, now }) => {
      const to = normaliseMsisdn(written);
      if (to === null) throw new GatewayError("invalid_parameter", `'${written}' is not a number.`);
      const events = (carrier: Carrier) => carrierEvents(db, carrier);
      const setup = { name, authSecret: authSecret(), hasServer: jobsMode() === "local", events };
      return tryNetwork(db, setup, { to, sender }, { actor, now });
    },
    "at-once",
  ),
});
