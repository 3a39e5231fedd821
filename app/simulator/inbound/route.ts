import { simulatorRoute } from "@/app/simulator/simulator-route";
import { simulateInboundOperation } from "@/lib/contracts/gateway/simulator";
import { authenticated } from "@/lib/http/gateway";
import { simulateInbound } from "@/lib/inbound/simulate-inbound";
import { runSoon } from "@/lib/jobs/run-soon";

/** A handset of the simulated network sends a message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatorRoute({
  POST: authenticated(simulateInboundOperation, async ({ db, caller, input, now }) => {
    const { emailed, ...answer } = await simulateInbound(db, caller.accountId, input, now);
    runSoon("webhooks");
    if (emailed) runSoon("emails");
    return answer;
  }),
});
