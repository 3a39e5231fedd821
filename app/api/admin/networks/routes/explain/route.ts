import { explainRoute as operation } from "@/lib/contracts/admin/network-routes";
import { GatewayError } from "@/lib/errors";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { explainRoute } from "@/lib/messages/send/routing/explain-route";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";

/** Which route and network a message would take now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(operation, ({ db, input: { to, account = 0, ...asked }, now }) => {
    const msisdn = normaliseMsisdn(to);
    if (msisdn === null) throw new GatewayError("invalid_parameter", `'${to}' is not a number.`);
    return explainRoute(db, { ...asked, accountId: account, msisdn }, now);
  }),
});
