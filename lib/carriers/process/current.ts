import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { CarrierRegistry } from "@/lib/carriers/registry";
import { shareOf, shareOfCell } from "@/lib/carriers/shared/share";
import { Simulator } from "@/lib/carriers/simulator";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const registries = processWide("gatewayCarriers", () => new WeakMap<Database, CarrierRegistry>());

/** Returns this process's carriers for a database. */
export function carriersOf(db: Database): CarrierRegistry {
  const existing = registries.value.get(db);
  if (existing) return existing;
  const part = shareOfCell(db.cell);
  const registry = new CarrierRegistry(db, {
    kinds: CARRIER_KINDS,
    authSecret,
    simulator: new Simulator(db, () => ({ delayMs: env().simulatorDelayMs, authSecret: authSecret() })),
    ...(part && { share: ({ kind, settings }) => shareOf(settings, isLinked(kind), part) }),
  });
  registries.value.set(db, registry);
  return registry;
}

const isLinked = (kind: string) => CARRIER_KINDS[kind]?.hasLinks === true;
