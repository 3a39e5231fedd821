import type { Carrier, CarrierReport } from "@/lib/carriers/carrier";
import { mayHaveMoved } from "@/lib/db/cells/moved";
import { whileMoving } from "@/lib/db/cells/while-moving";
import type { Database } from "@/lib/db/client";
import { reportInOthers } from "@/lib/messages/dispatch/cells/report-in-any-cell";
import { reportAndHandOver } from "@/lib/messages/dispatch/report";

/**
 * Requests one batch of reports from a carrier that does not deliver them itself, and records them
 * (rules: delivery reports). They are acknowledged after they are recorded. After a crash in between they are
 * delivered again, and recognised.
 * @returns the number of reports, whether webhook events of them are due, and the time at which the carrier expects
 * the next.
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

/**
 * Records reports. If a message has moved to another cell since it was handed over, its reports are recorded in that
 * cell.
 */
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
