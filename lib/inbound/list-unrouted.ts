import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import { type Pagination, paginate } from "@/lib/contracts/base/pagination";
import { pageOverCells } from "@/lib/db/cells/page-over-cells";
import { cellsToChoose, chosenCells } from "@/lib/db/cells/read-of-cells";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { countUnroutedStatement, type UnroutedRow, unroutedStatement } from "@/lib/inbound/list-inbound.sql";
import { formatNz } from "@/lib/sms/nz-time";

type Found = {
  messages: UnroutedRecord[];
  pagination: Pagination;
  cells: number[];
  awayCells: number[];
};

/**
 * Messages from mobile users that belong to no account (rules: inbound owner), newest first. The reason
 * follows from the shortcodes as they are now. Where there are several cells, those that came in by one follow those of
 * another, home first (rules: cells).
 */
export async function listUnrouted(
  home: Database,
  asked: { page: number; limit: number; cell?: number | undefined },
): Promise<Found> {
  const cells = chosenCells(home, asked.cell);
  const { rows, total, awayCells } = await pageOverCells(cells, asked, async (db, part) => {
    const [count, found] = await Promise.all([
      readCount(db, countUnroutedStatement()),
      db.query<UnroutedRow>(unroutedStatement(part)),
    ]);
    return { rows: found.map((row) => ({ ...row, cell: db.cell })), total: count };
  });
  return {
    messages: rows.map(({ receivedAt, ...row }) => ({ ...row, receivedAt: formatNz(receivedAt) })),
    pagination: paginate(asked, total),
    cells: cellsToChoose(),
    awayCells,
  };
}
