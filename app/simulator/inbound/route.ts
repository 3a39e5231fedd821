import { simulatorRoute } from "@/app/simulator/simulator-route";
import { simulateInboundOperation } from "@/lib/contracts/gateway/simulator";
import { authenticated } from "@/lib/http/gateway";
import { simulateInbound } from "@/lib/inbound/simulate-inbound";

/** Sends a message from a handset of the simulated network. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatorRoute({
  POST: authenticated(simulateInboundOperation, ({ db, caller, input, now }) =>
    simulateInbound(db, caller.accountId, input, now),
  ),
});
