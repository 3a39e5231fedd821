import type { Database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";

const known = processWide("gatewayPocketedAccounts", () => new WeakMap<Database, Set<number>>());

/**
 * The accounts of a database that this process has seen with pockets (rules: pockets). Acceptance learns it of each
 * from the row that it locks, and forgets it so: nothing depends on it being right.
 */
export function pocketedAccounts(db: Database): Set<number> {
  const existing = known.value.get(db);
  if (existing) return existing;
  const accounts = new Set<number>();
  known.value.set(db, accounts);
  return accounts;
}
