import type { Carrier, CarrierReport } from "@/lib/carriers/carrier";
import { mayHaveMoved } from "@/lib/db/cells/moved";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { reportInOthers } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import { reportAndHandOver } from "@/lib/messages/dispatch/report";

/**
 * Takes one batch of reports from a carrier that has to be asked, and records them (rules: delivery reports).
 * They are acknowledged after they are recorded. So after a crash in between they are delivered, and
 * recognised, again.
 * @returns how many there were, whether any is to be told by a webhook, and when the carrier expects the next.
 */
export async function collectReports(
  db: Database,
  carrier: Carrier,
  now: Date,
): Promise<{ collected: number; isTold: boolean; nextAt: Date | null }> {
  const batch = await carrier.takeReports?.(now);
  if (!batch) return { collected: 0, isTold: false, nextAt: null };
  const { reports, nextAt } = batch;
  if (reports.length === 0) return { collected: 0, isTold: false, nextAt };
  const { known, isTold } = await whileMoving(() => recordAll(db, carrier.name, reports, now));
  await batch.acknowledge(known);
  return { collected: reports.length, isTold, nextAt };
}

/** Records reports, those of messages that have moved to another cell since they were handed over in that one. */
async function recordAll(
  db: Database,
  carrier: string,
  reports: readonly CarrierReport[],
  now: Date,
): Promise<{ known: ReadonlySet<string>; isTold: boolean }> {
  if (!mayHaveMoved(db.cell)) return reportAndHandOver(db, carrier, reports, now);
  const own = new Set(await reportInOthers(db, carrier, reports, now));
  const { known, isTold } = await reportAndHandOver(db, carrier, [...own], now);
  const elsewhere = reports.filter((report) => !own.has(report)).map(({ key }) => key);
  return { known: new Set([...known, ...elsewhere]), isTold };
}
