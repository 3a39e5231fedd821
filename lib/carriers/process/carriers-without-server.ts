import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import {
  enabledOfKindsStatement,
  type NamedCarrierRow,
} from "@/lib/carriers/process/carriers-without-server.sql";
import type { CarrierProblem } from "@/lib/carriers/registry";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { log } from "@/lib/log";

const MAX_NAMED = 100;

/**
 * Returns the enabled carriers that keep connections (rules: smpp links). With Inngest, and on Vercel, no
 * process holds them.
 */
export async function carriersWithoutServer(db: Database): Promise<CarrierProblem[]> {
  const linked = Object.keys(CARRIER_KINDS).filter((kind) => CARRIER_KINDS[kind]?.hasLinks);
  const rows = await db.query<NamedCarrierRow>(enabledOfKindsStatement(linked, MAX_NAMED));
  return rows.map(({ name, kind }) => ({
    name,
    reason: `It speaks ${kind}, and needs a server that keeps connections: not with Inngest or on Vercel.`,
  }));
}

/**
 * Logs these carriers when a process starts. If the database cannot be reached, they are not logged until the
 * next start.
 */
export async function warnOfCarriersWithoutServer(db: Database): Promise<void> {
  try {
    for (const { name, reason } of await carriersWithoutServer(db))
      log().error({ carrier: name, reason }, "a carrier cannot be used");
  } catch (error) {
    logFailure(error, {}, "the search for carriers without a server failed");
  }
}
