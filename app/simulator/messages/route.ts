import { simulatorRoute } from "@/app/simulator/simulator-route";
import { handsetRequest } from "@/lib/contracts/simulator";
import { authenticated } from "@/lib/http/gateway";
import { readHandset } from "@/lib/inbound/read-handset";

/** What a handset of the simulated network has received. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatorRoute({
  GET: authenticated(handsetRequest, ({ db, caller, input }) => readHandset(db, caller.accountId, input)),
});
