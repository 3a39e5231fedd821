import type { z } from "zod";
import type { UnreadableReport } from "@/lib/carriers/carrier";
import { type listUnmatchedReports, MAX_UNMATCHED } from "@/lib/contracts/admin/unmatched-reports";
import type { Database, Queryable } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { keepUnreadableStatement } from "@/lib/messages/networks/unreadable-reports.sql";
import { formatNz } from "@/lib/sms/nz-time";

/** How many unreadable reports of a network are kept, and how long (rules: unreadable reports). */
export const MAX_UNREADABLE = 1_000;
export const UNREADABLE_MS = 14 * 24 * 3_600_000;

/** Keeps reports of a carrier that nobody could read (rules: unreadable reports): one statement for all. */
export async function keepUnreadable(
  db: Queryable,
  carrier: string,
  reports: readonly UnreadableReport[],
): Promise<void> {
  // Of more than are kept the last are.
  const numbered = reports.slice(-MAX_UNREADABLE).map((report) => ({ ...report, id: newId() }));
  await db.query(keepUnreadableStatement(numbered, carrier, MAX_UNREADABLE));
}

/** The newest reports that nobody could read, and the newest whose message is not known (rules: parked reports). */
export async function readUnmatchedReports(
  db: Database,
): Promise<z.output<typeof listUnmatchedReports.response>> {
  const [unreadable, parked] = await Promise.all([
    db.prisma.unreadableReport.findMany({ orderBy: { id: "desc" }, take: MAX_UNMATCHED }),
    db.prisma.parkedReport.findMany({ orderBy: { parkedAt: "desc" }, take: MAX_UNMATCHED }),
  ]);
  return {
    unreadable: unreadable.map(({ id, carrier, msisdn, raw, receivedAt }) => ({
      ...{ id, network: carrier, number: msisdn, raw, receivedAt: formatNz(receivedAt) },
    })),
    unknown: parked.map(({ carrier, reference, reportKey, msisdn, code, errorCode, parkedAt }) => ({
      ...{ id: `${carrier}/${reportKey}`, network: carrier, reference, number: msisdn, code },
      ...{ error: errorCode, receivedAt: formatNz(parkedAt) },
    })),
  };
}
