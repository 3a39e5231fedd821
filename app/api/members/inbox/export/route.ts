import { exportInboxOperation } from "@/lib/contracts/members/inbox";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import {
  type ExportedInbound,
  INBOX_COLUMNS,
  inboundCells,
  readInboundExport,
} from "@/lib/inbound/export-inbound";

const BATCH = 1_000;

/** The messages that came in to the account, all of them, as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(exportInboxOperation, async ({ db, member: { accountId }, stillReads, input }) => {
    const read = (after: ExportedInbound | undefined, size: number) =>
      readInboundExport(db, { accountId, request: input, after, size });
    const file = { name: "inbox", columns: INBOX_COLUMNS, cells: inboundCells };
    return csvResponse({ accountId, stillReads }, file, inBatches(BATCH, read));
  }),
});
