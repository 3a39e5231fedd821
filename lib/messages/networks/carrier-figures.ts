import type { Figures } from "@/lib/contracts/admin/networks";
import type { Queryable } from "@/lib/db/client";
import { type SumRow, sumFiguresStatement } from "@/lib/messages/networks/carrier-figures.sql";

/** Figures are summed by so long a time (`addFigures`). */
const SLOT_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The figures of every carrier that was given something, by name: of the last hour and of the last day, up to 5 minutes more. */
export async function readFigures(
  db: Queryable,
  now: Date,
): Promise<ReadonlyMap<string, { lastHour: Figures; lastDay: Figures }>> {
  const since = (ms: number) => new Date(slotOf(new Date(now.getTime() - ms)));
  const sums = await db.query<SumRow>(sumFiguresStatement(since(DAY_MS), since(HOUR_MS)));
  return new Map(
    sums.map(({ carrier, submitted, accepted, delivered, ...late }) => [
      carrier,
      {
        lastDay: { submitted, accepted, delivered },
        lastHour: {
          submitted: late.submittedLate,
          accepted: late.acceptedLate,
          delivered: late.deliveredLate,
        },
      },
    ]),
  );
}

function slotOf(at: Date): number {
  return Math.floor(at.getTime() / SLOT_MS) * SLOT_MS;
}
