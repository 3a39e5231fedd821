import type { Carrier } from "@/lib/carriers/carrier";
import { simulator } from "@/lib/carriers/simulator";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";

const CARRIERS = {
  simulator: (db: Database) => simulator(db, env().simulatorDelayMs, authSecret()),
};

/** The carrier that the setting `CARRIER` names. */
export function currentCarrier(db: Database): Carrier {
  return CARRIERS[env().carrier](db);
}
