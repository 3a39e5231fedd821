import type { Carrier } from "@/lib/carriers/carrier";
import type { Database } from "@/lib/db/client";
import { report } from "@/lib/messages/dispatch/report";

/**
 * Takes one batch of reports from a carrier that has to be asked, and records them (rules: delivery reports).
 * They are acknowledged after they are recorded. So after a crash in between they are delivered, and
 * recognised, again.
 * @returns how many there were, and when the carrier expects the next.
 */
export async function collectReports(
  db: Database,
  carrier: Carrier,
  now: Date,
): Promise<{ collected: number; nextAt: Date | null }> {
  const batch = await carrier.takeReports?.(now);
  if (!batch) return { collected: 0, nextAt: null };
  if (batch.reports.length > 0) {
    const { known } = await report(db, carrier.name, batch.reports, now);
    await batch.acknowledge(known);
  }
  return { collected: batch.reports.length, nextAt: batch.nextAt };
}
