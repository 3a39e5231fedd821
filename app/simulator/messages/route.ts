import { simulatorRoute } from "@/app/simulator/simulator-route";
import { readHandsetOperation } from "@/lib/contracts/gateway/simulator";
import { authSecret } from "@/lib/crypto/auth-secret";
import { authenticated } from "@/lib/http/gateway";
import { readHandset } from "@/lib/inbound/read-handset";

/** Returns the messages that a handset of the simulated network received. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatorRoute({
  GET: authenticated(
    readHandsetOperation,
    ({ db, caller, input }) => readHandset(db, caller.accountId, input, authSecret()),
    "long",
  ),
});
