import { simulatorRoute } from "@/app/simulator/simulator-route";
import { readHandsetOperation } from "@/lib/contracts/gateway/simulator";
import { authSecret } from "@/lib/crypto/auth-secret";
import { authenticated } from "@/lib/http/gateway";
import { readHandset } from "@/lib/inbound/read-handset";

/** What a handset of the simulated network has received. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatorRoute({
  GET: authenticated(
    readHandsetOperation,
    ({ db, caller, input }) => readHandset(db, caller.accountId, input, authSecret()),
    "long",
  ),
});
