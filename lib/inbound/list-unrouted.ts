import type { UnroutedRecord } from "@/lib/contracts/admin/inbound";
import type { Database } from "@/lib/db/client";
import { readCount } from "@/lib/db/counted";
import { countUnroutedStatement, type UnroutedRow, unroutedStatement } from "@/lib/inbound/list-inbound.sql";
import { formatNz } from "@/lib/sms/nz-time";

/**
 * Returns a part of a cell's messages in that belong to no account (rules: inbound owner), newest first, and their
 * number. The reason is computed from the current shortcodes.
 */
export async function listUnrouted(
  cell: Database,
  part: { offset: number; limit: number },
): Promise<{ rows: UnroutedRecord[]; total: number }> {
  const [total, found] = await Promise.all([
    readCount(cell, countUnroutedStatement()),
    cell.query<UnroutedRow>(unroutedStatement(part)),
  ]);
  const rows = found.map(({ receivedAt, ...row }) => ({
    ...row,
    receivedAt: formatNz(receivedAt),
    cell: cell.cell,
  }));
  return { rows, total };
}
