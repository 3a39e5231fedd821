import { tryNetwork as operation } from "@/lib/contracts/admin/networks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { jobsMode } from "@/lib/jobs/mode";
import { tryNetwork } from "@/lib/messages/networks/try-network";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** Sends one message to a phone. It waits for the network, and takes no turn. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: admin(
    operation,
    async ({ db, actor, input: { name, to: written, sender }, now }) => {
      const to = normaliseMsisdn(written);
      if (to === null) throw new GatewayError("invalid_parameter", `'${written}' is not a number.`);
      const setup = { name, authSecret: authSecret(), hasServer: jobsMode() === "local" };
      return tryNetwork(db, setup, { to, sender }, { actor, now });
    },
    "at-once",
  ),
});
