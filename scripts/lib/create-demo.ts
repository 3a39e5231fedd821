import { createAccount } from "@/lib/accounts/create-account";
import { closeDb, db } from "@/lib/db/client";
import type { DemoCredentials } from "@/scripts/lib/demo-account";

const DEMO_BALANCE_MICROS = 100_000_000n;

/** Creates the demo account in the database of `DATABASE_URL`. */
export async function createDemo({ userId: email, password }: DemoCredentials): Promise<void> {
  await createAccount(
    db(),
    { email, password, name: "Demo", country: "NZ", balanceMicros: DEMO_BALANCE_MICROS, unicode: true },
    new Date(),
  );
  // This process needs no further connection.
  await closeDb();
}
