import { exportMessagesOperation } from "@/lib/contracts/members/messages";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import {
  EXPORT_COLUMNS,
  type ExportedRow,
  exportCells,
  readExport,
} from "@/lib/messages/query/export-messages";

const BATCH = 1_000;

/** The account's messages that a filter lets through, all of them, as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(exportMessagesOperation, async ({ db, member: { accountId }, stillReads, input, now }) => {
    const read = (after: ExportedRow | undefined, size: number) =>
      readExport(db, { accountId, filter: input, after, size, now });
    const cells = (row: ExportedRow) => exportCells(row, now);
    const file = { name: "messages", columns: EXPORT_COLUMNS, cells };
    return csvResponse({ accountId, stillReads }, file, inBatches(BATCH, read));
  }),
});
