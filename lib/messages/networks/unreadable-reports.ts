import type { z } from "zod";
import type { UnreadableNews } from "@/lib/carriers/carrier";
import { type listUnmatchedReports, MAX_UNMATCHED } from "@/lib/contracts/admin/unmatched-reports";
import { allCells } from "@/lib/db/cells/cells";
import { cellsToChoose, readOfCells } from "@/lib/db/cells/read-of-cells";
import type { Database, Queryable } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import {
  dropOldUnreadableStatement,
  storeUnreadableStatement,
  type UnknownWordRow,
  unknownWordsStatement,
} from "@/lib/messages/networks/unreadable-reports.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * The most unreadable reports of a network that are stored, which is also the most messages in, and the time for
 * which they are stored (rules: unreadable reports).
 */
export const MAX_UNREADABLE = 1_000;
export const UNREADABLE_MS = 14 * 24 * 3_600_000;

/** Stores a carrier's unreadable deliveries (rules: unreadable reports), and keeps the newest of each kind. */
export async function keepUnreadable(
  db: Queryable,
  carrier: string,
  news: readonly UnreadableNews[],
): Promise<void> {
  // Only the last ones are stored if there are more than are kept.
  const numbered = news.slice(-MAX_UNREADABLE).map((each) => ({ ...each, id: newId() }));
  await db.query(storeUnreadableStatement(numbered, carrier));
  const kinds = new Set(numbered.map(({ kind }) => kind));
  await db.query(dropOldUnreadableStatement([...kinds], carrier, MAX_UNREADABLE));
}

/**
 * Reads the newest unreadable reports, the unknown status words (rules: unknown status words), and the newest reports
 * without a known message (rules: parked reports), over all cells.
 */
export async function readUnmatchedReports(
  home: Database,
): Promise<z.output<typeof listUnmatchedReports.response>> {
  const { parts, awayCells } = await readOfCells(allCells(home), async (db) => {
    const [unreadable, inbound, words, parked] = await Promise.all([
      newestOf(db, "report"),
      newestOf(db, "inbound"),
      db.query<UnknownWordRow>(unknownWordsStatement(MAX_UNMATCHED)),
      db.prisma.parkedReport.findMany({ orderBy: { parkedAt: "desc" }, take: MAX_UNMATCHED }),
    ]);
    const unknown = parked.map(({ carrier, reference, reportKey, msisdn, code, errorCode, parkedAt }) => ({
      id: `${db.cell}/${carrier}/${reportKey}`,
      cell: db.cell,
      network: carrier,
      reference,
      number: msisdn,
      code,
      error: errorCode,
      at: parkedAt,
    }));
    return { unreadable, inbound, words, unknown };
  });
  return {
    unreadable: newest(parts.map(({ read }) => read.unreadable)),
    inbound: newest(parts.map(({ read }) => read.inbound)),
    unknownWords: newest([addedUp(parts.flatMap(({ read }) => read.words))]),
    unknown: newest(parts.map(({ read }) => read.unknown)),
    cells: cellsToChoose(),
    awayCells,
  };
}

/** Returns the newest of all cells, as many as a page lists. */
function newest<Row extends { at: Date }>(cells: readonly (readonly Row[])[]) {
  const [only = []] = cells;
  const rows =
    cells.length === 1 ? only : cells.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  return rows.slice(0, MAX_UNMATCHED).map(({ at, ...row }) => ({ ...row, receivedAt: formatNz(at) }));
}

/** Adds up the counts of each network's word over all cells. The newest word comes first. */
function addedUp(rows: readonly UnknownWordRow[]): UnknownWordRow[] {
  const sums = new Map<string, UnknownWordRow>();
  for (const row of rows) {
    const key = `${row.network} ${row.word}`;
    const sum = sums.get(key);
    const at = sum && sum.at > row.at ? sum.at : row.at;
    sums.set(key, { ...row, at, count: row.count + (sum?.count ?? 0) });
  }
  return [...sums.values()].sort((one, other) => other.at.getTime() - one.at.getTime());
}

async function newestOf(db: Database, kind: UnreadableNews["kind"]) {
  const rows = await db.prisma.unreadableReport.findMany({
    where: { kind },
    orderBy: { id: "desc" },
    take: MAX_UNMATCHED,
  });
  return rows.map(({ id, carrier, msisdn, raw, receivedAt }) => ({
    id,
    cell: db.cell,
    network: carrier,
    number: msisdn,
    raw,
    at: receivedAt,
  }));
}
