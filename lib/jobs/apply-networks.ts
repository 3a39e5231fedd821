import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { jobsMode } from "@/lib/jobs/mode";
import { processWide } from "@/lib/process-wide";

const hasApplied = processWide("gatewayNetworksApplied", () => false);

/**
 * Applies the networks document of the settings to a database, if the settings name one: once in each process, at its
 * start (rules: networks document).
 * @param db opens the database. It is called only if there is such a document.
 * @param isServerless true if no process lives on to keep connections, as on Vercel.
 * @throws GatewayError if the document is rejected and the database has no networks from before.
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
