import { authSecret } from "@/lib/accounts/auth-secret";
import type { Carrier } from "@/lib/carriers/carrier";
import { simulator } from "@/lib/carriers/simulator";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";

const CARRIERS = {
  simulator: (db: Database) => simulator(db, env().simulatorDelayMs, authSecret()),
};

/** The carrier that the setting `CARRIER` names. */
export function currentCarrier(db: Database): Carrier {
  return CARRIERS[env().carrier](db);
}
