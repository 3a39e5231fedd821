import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { jobsMode } from "@/lib/jobs/mode";
import { processWide } from "@/lib/process-wide";

const hasApplied = processWide("gatewayNetworksApplied", () => false);

/**
 * Has the networks of a database be as the document of the settings states them, where the settings name one: once for a
 * process, when it starts (rules: networks document).
 * @param db opens the database, where there is such a document.
 * @param isServerless whether no process lives on to keep connections, as on Vercel.
 * @throws GatewayError where the document is refused, and there are no networks to go on with.
 */
export async function applyNetworks(
  db: () => Database,
  { isServerless }: { isServerless: boolean },
): Promise<void> {
  const { networks, networksFile } = env();
  if (hasApplied.value || (networks === undefined && networksFile === undefined)) return;
  const { applyAtStart } = await import("@/lib/carriers/document/apply-at-start");
  const database = db();
  await measureClock(database);
  const hasServer = !isServerless && jobsMode() === "local";
  await applyAtStart(
    database,
    { networks, networksFile },
    { authSecret: authSecret(), hasServer, now: now() },
  );
  hasApplied.value = true;
}
